/** Writes the corpus as files for file-based generators, and counts their output files. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CorpusPost } from './corpus.ts'

/** Writes one Markdown file per post, with JSON front matter. */
export function writeCorpus(folder: string, posts: readonly CorpusPost[]): void {
  mkdirSync(folder, { recursive: true })
  for (const { title, slug, category, tags, createdAt, markdown } of posts) {
    const fields = { title, slug, date: createdAt, category: [category], tag: tags, author: ['admin'] }
    writeFileSync(join(folder, `${slug}.md`), `${JSON.stringify(fields)}\n${markdown}`)
  }
}

export interface Written {
  readonly files: number
  readonly bytes: number
}

/** Counts files below a folder, without following links. */
export function countFiles(folder: string): Written {
  let [files, bytes] = [0, 0]
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    files += 1
    bytes += statSync(join(entry.parentPath, entry.name)).size
  }
  return { files, bytes }
}
