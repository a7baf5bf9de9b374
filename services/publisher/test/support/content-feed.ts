/** A content service in memory. */
import { createHash } from 'node:crypto'
import {
  type ContentFeed,
  type EntryKey,
  type EntrySource,
  entryName,
} from '../../src/core/site/content-model.ts'
import type { Sourced, SourceSite } from './sites.ts'

export const textDigest = (markdown: string): string =>
  createHash('sha256').update(markdown).digest('base64url')

/** Reports each entry that differs from the last call as a change. */
export function contentFeedOf(site: () => Pick<SourceSite, 'posts' | 'pages'>): ContentFeed {
  const last = new Map<string, { key: EntryKey; text: string; revision: number; position: number }>()
  let position = 0

  function readEntries(): ReadonlyMap<string, EntrySource> {
    const now = new Map<string, EntrySource>()
    for (const [type, items] of [
      ['post', site().posts],
      ['page', site().pages],
    ] as const) {
      for (const item of items) {
        const key = { type, id: item.id }
        now.set(entryName(key), sourceOf(key, item, note(key, JSON.stringify(item))))
      }
    }
    for (const [name, { key, text }] of last) if (text !== '' && !now.has(name)) note(key, '')
    return now
  }

  function note(key: EntryKey, text: string): number {
    const recorded = last.get(entryName(key))
    if (recorded?.text === text) return recorded.revision
    const revision = (recorded?.revision ?? 0) + 1
    last.set(entryName(key), { key, text, revision, position: ++position })
    return revision
  }

  return {
    async changesSince(cursor) {
      readEntries()
      const changes = [...last.values()].filter((entry) => entry.position > Number(cursor ?? 0))
      return {
        changes: changes.map(({ key, text, revision }) => ({ ...key, revision, deleted: text === '' })),
        cursor: String(position),
      }
    },
    entries: async (keys) => {
      const now = readEntries()
      return keys.flatMap((key) => structuredClone(now.get(entryName(key))) ?? [])
    },
    async *everything() {
      yield structuredClone([...readEntries().values()])
    },
  }
}

function sourceOf(key: EntryKey, { markdown, ...entry }: Sourced, revision: number): EntrySource {
  return {
    ...key,
    revision,
    entry: { ...entry, textDigest: textDigest(markdown) } as unknown as EntrySource['entry'],
    markdown,
  }
}
