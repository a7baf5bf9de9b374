import type { Part } from '../lifecycle/index.ts'
import type { Logger } from '../log/index.ts'
import { counter } from '../telemetry/index.ts'
import { type Hooks, hookSystem } from './hooks.ts'
import { loadExtensions } from './load.ts'

export interface ExtensionOptions {
  /** Paths of modules; relative ones count from the working directory. */
  readonly paths: readonly string[]
  /** Milliseconds that each call may take. */
  readonly limitMs: number
  readonly log: Logger
}

/**
 * The hooks of a service, and the part that loads its extensions when it starts. What an extension fails at is logged and
 * counted, and changes nothing else.
 */
export function extensionHooks({ paths, limitMs, log }: ExtensionOptions): {
  readonly hooks: Hooks
  readonly part: Part
} {
  const failures = counter(
    'typecase_hook_failures_total',
    'Filters and actions that threw or ran out of time',
    ['kind', 'name'],
  )
  const hooks = hookSystem(limitMs, ({ kind, name, error }) => {
    failures.inc({ kind, name })
    log.warn({ error, kind, name }, 'an extension failed and was skipped')
  })
  return {
    hooks,
    part: { name: 'extensions', start: () => loadExtensions(paths, hooks), stop: async () => undefined },
  }
}
