/** Groups items that translate each other (contract.md#languages-of-items). */
import { compare, type Page, type Post, type Site } from '../../site/site.ts'

type Entry = Post | Page

/** The item and its published translations, the original first; empty if the item has no translations. */
export type Translations = (entry: Entry) => readonly Entry[]

/** Items that translate the same unpublished original are translations of each other. */
export function translationsOf({ posts, pages }: Pick<Site, 'posts' | 'pages'>): Translations {
  let groups: ReadonlyMap<Entry, readonly Entry[]> | undefined
  return (entry) => {
    groups ??= new Map([...groupsOf(posts), ...groupsOf(pages)])
    return groups.get(entry) ?? []
  }
}

function groupsOf(entries: readonly Entry[]): ReadonlyMap<Entry, readonly Entry[]> {
  const translations = entries.filter(({ translationOf }) => translationOf !== null)
  if (translations.length === 0) return new Map()
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const members = new Map<string, Entry[]>()
  const originals = new Set(translations.map((entry) => originalOf(entry, byId)))
  for (const entry of entries) {
    const id = entry.translationOf === null ? entry.id : originalOf(entry, byId)
    if (!originals.has(id)) continue
    const known = members.get(id)
    if (known) known.push(entry)
    else members.set(id, [entry])
  }
  const groups = new Map<Entry, readonly Entry[]>()
  for (const [id, group] of members) {
    if (group.length < 2) continue
    const ordered = group.toSorted(
      (a, b) =>
        Number(b.id === id) - Number(a.id === id) || compare(a.createdAt, b.createdAt) || compare(a.id, b.id),
    )
    for (const entry of ordered) groups.set(entry, ordered)
  }
  return groups
}

/** Id of the original: the end of the chain of `translationOf`; in a cycle the smallest id. */
function originalOf(entry: Entry, byId: ReadonlyMap<string, Entry>): string {
  const seen = new Set([entry.id])
  let { id, translationOf } = entry
  while (translationOf !== null) {
    if (seen.has(translationOf)) return smallest(circleFrom(translationOf, byId))
    id = translationOf
    seen.add(id)
    translationOf = byId.get(id)?.translationOf ?? null
  }
  return id
}

function circleFrom(start: string, byId: ReadonlyMap<string, Entry>): readonly string[] {
  const circle = [start]
  for (let at = byId.get(start)?.translationOf; at && at !== start; at = byId.get(at)?.translationOf)
    circle.push(at)
  return circle
}

const smallest = (ids: readonly string[]): string => ids.toSorted(compare)[0] ?? ''
