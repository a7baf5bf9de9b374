/** Creates archives for tests and imports them. */
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Archive, type ImportResult, openArchive, type RunOptions, runImport } from '../src/index.ts'
import { openTree } from '../src/node.ts'
import { writeFiles } from './files.ts'
import type { ImportServer } from './import-server.ts'

/** Writes an archive of these files below `folder` and opens it. */
export async function archiveOf(folder: string, files: Readonly<Record<string, unknown>>): Promise<Archive> {
  const texts = Object.fromEntries(Object.entries(files).map(([path, value]) => [path, textOf(value)]))
  const listed = Object.entries(texts).map(([path, text]) => [
    path,
    { sha256: createHash('sha256').update(text).digest('hex'), bytes: Buffer.byteLength(text) },
  ])
  const manifest = { format: 1, source: 'test', counts: {}, files: Object.fromEntries(listed) }
  const path = mkdtempSync(join(folder, 'archive-'))
  writeFiles(path, { ...texts, 'typecase.json': JSON.stringify(manifest) })
  return openArchive(await openTree(path))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A media file of an archive and its description. */
export const mediaFiles = (file: string, content: string, fields: object = {}): Record<string, unknown> => ({
  [`media/${file}`]: content,
  [`media/${file}.json`]: { file, url: `/old/${file}`, sourceKey: file, originalFilename: file, ...fields },
})

/** The Markdown file of an item. */
export function itemFile(slug: string, fields: object = {}, body = ''): string {
  const metadata = { title: slug, slug, status: 'published', sourceKey: slug, ...fields }
  return `---\n${JSON.stringify(metadata)}\n---\n${body}`
}

export function importInto(
  { client }: ImportServer,
  archive: Archive,
  options: Partial<RunOptions> = {},
): Promise<ImportResult> {
  return runImport(client, archive, {
    ...{ onExisting: 'skip', rewritesLinks: false, origins: [], withSettings: true, withMenu: true },
    ...{ withUsers: true, keepsRoles: true, onProgress: () => undefined },
    ...options,
  })
}
