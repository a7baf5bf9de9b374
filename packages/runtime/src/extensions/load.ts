/** Extensions: ES modules of the operator, which add filters and actions when a service starts (contract.md#hooks). */
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ConfigError } from '../config/index.ts'
import type { AddHook, Hooks } from './hooks.ts'

type Register = (add: AddHook & { addFilter: AddHook; addAction: AddHook }, addAction: AddHook) => unknown

/**
 * Runs the function that each module exports (the default one, else the first). It may take `(addFilter, addAction)` or
 * `({ addFilter, addAction })`.
 * @throws ConfigError naming every module that can't be loaded
 */
export async function loadExtensions(
  paths: readonly string[],
  { addFilter, addAction }: Pick<Hooks, 'addFilter' | 'addAction'>,
): Promise<void> {
  const faults: string[] = []
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
      faults.push(`EXTENSIONS: ${path} can't be loaded: ${reasonOf(error)}`)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
}

/** Node says who imported a module that is not there: worth knowing of an extension, not of this file. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(
    ` imported from ${fileURLToPath(import.meta.url)}`,
    '',
  )
