import type { Part } from '../lifecycle/index.ts'
import type { Logger } from '../log/index.ts'
import { counter } from '../telemetry/index.ts'
import { type Hooks, hookSystem } from './hooks.ts'
import { loadExtensions } from './load.ts'

export interface ExtensionOptions {
  /** Paths of modules; relative ones count from the working directory. */
  readonly paths: readonly string[]
  /** Time limit of each call. */
  readonly limitMs: number
  readonly log: Logger
}

/**
 * Hooks of a service, and the part that loads its extensions. Errors of an extension are only logged and
 * counted.
 */
export function extensionHooks({ paths, limitMs, log }: ExtensionOptions): {
  readonly hooks: Hooks
  readonly part: Part
} {
  const failures = counter('typecase_hook_failures_total', 'Filters and actions that threw or timed out', [
    'kind',
    'name',
  ])
  const hooks = hookSystem(limitMs, ({ kind, name, error }) => {
    failures.inc({ kind, name })
    log.warn({ error, kind, name }, 'an extension failed and was skipped')
  })
  return {
    hooks,
    part: { name: 'extensions', start: () => loadExtensions(paths, hooks), stop: async () => undefined },
  }
}
