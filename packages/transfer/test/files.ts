/** Temporary folders and imported sites for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import type { Importer } from '../src/importers/importer.ts'
import { importers, type SourceKind } from '../src/importers/index.ts'
import {
  createReporter,
  defaultLimits,
  type Entry,
  type ImportOptions,
  type Item,
  type Report,
} from '../src/index.ts'
import { openTree } from '../src/node.ts'

/** A temporary folder that is deleted after the tests of the file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-transfer-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

export interface Imported {
  readonly entries: readonly Entry[]
  readonly items: readonly Item[]
  readonly report: Report
  item(sourceKey: string): Item
}

export async function imported(
  kind: SourceKind,
  path: string,
  options: ImportOptions = {},
): Promise<Imported> {
  const tree = await openTree(path)
  try {
    const reporter = createReporter()
    const entries: Entry[] = []
    const importer: Importer = importers[kind]
    for await (const entry of importer({ tree, reporter, limits: defaultLimits, options }))
      entries.push(entry)
    const items = entries.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : []))
    const item = (sourceKey: string): Item => {
      const found = items.find(({ metadata }) => metadata.sourceKey === sourceKey)
      if (!found)
        throw new Error(`no item ${sourceKey}; there are ${items.map(({ metadata }) => metadata.sourceKey)}`)
      return found
    }
    return { entries, items, report: reporter.report(), item }
  } finally {
    await tree.close()
  }
}

export const subjectsOf = (report: Report, code: string): string[] =>
  [...report.warnings, ...report.losses]
    .filter((group) => group.code === code)
    .flatMap(({ notes }) => notes.map(({ subject }) => subject))
