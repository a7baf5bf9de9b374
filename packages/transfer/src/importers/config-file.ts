/** Reads the configuration of a site generator in common formats. */
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { textOf } from '../bytes.ts'
import { messageOf } from '../errors.ts'
import type { ImportSource } from './importer.ts'

export type Config = Readonly<Record<string, unknown>>

/** Reads the first of the files that exists. Reports a file that cannot be read, and treats it as empty. */
export async function readConfig(
  files: readonly string[],
  { tree, reporter }: ImportSource,
): Promise<Config> {
  const file = files.find((path) => tree.has(path))
  if (file === undefined) return {}
  try {
    const text = textOf(await tree.read(file))
    if (file.endsWith('.toml')) return parseToml(text)
    if (file.endsWith('.json')) return JSON.parse(text)
    return parseYaml(text, { maxAliasCount: 100 }) ?? {}
  } catch (error) {
    reporter.warn('config-unreadable', file, `cannot be read, its defaults are used: ${messageOf(error)}`)
    return {}
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const recordAt = (config: Config, name: string): Config => {
  const value = config[name]
  return isRecord(value) ? value : {}
}
