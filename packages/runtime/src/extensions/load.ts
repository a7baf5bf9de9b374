/** Extensions are ES modules that add filters and actions when a service starts (contract.md#hooks). */
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ConfigError } from '../config/index.ts'
import type { AddHook, Hooks } from './hooks.ts'

type Register = (add: AddHook & { addFilter: AddHook; addAction: AddHook }, addAction: AddHook) => unknown

/**
 * Calls a function of each module: the default export, otherwise the first exported function. It can be
 * declared with `(addFilter, addAction)` or with `({ addFilter, addAction })`.
 * @throws ConfigError with every module that cannot be loaded
 */
export async function loadExtensions(
  paths: readonly string[],
  { addFilter, addAction }: Pick<Hooks, 'addFilter' | 'addAction'>,
): Promise<void> {
  const errors: string[] = []
  for (const path of paths) {
    try {
      const exported: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href)
      const register =
        exported.default ?? Object.values(exported).find((value) => typeof value === 'function')
      if (typeof register !== 'function') throw new Error('it exports no function')
      const both = Object.assign<AddHook, { addFilter: AddHook; addAction: AddHook }>(
        (...args) => addFilter(...args),
        {
          addFilter,
          addAction,
        },
      )
      await (register as Register)(both, addAction)
    } catch (error) {
      errors.push(`EXTENSIONS: ${path} cannot be loaded: ${reasonOf(error)}`)
    }
  }
  if (errors.length > 0) throw new ConfigError(errors)
}

/** Removes the importing file from Node's message about a missing module. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(
    ` imported from ${fileURLToPath(import.meta.url)}`,
    '',
  )
