/** The menu as a list in the order in which it is read, each item with its parent. */
import type { MenuItem } from '../api/types.ts'

/** What the editor keeps of an item. */
export type Entry = Pick<MenuItem, 'id' | 'title' | 'url' | 'parent' | 'class' | 'target'>

export const entriesOf = (items: readonly MenuItem[]): readonly Entry[] =>
  inOrder(
    items
      .toSorted((a, b) => a.order - b.order)
      .map(({ id, title, url, parent, class: name, target }) => ({
        id,
        title,
        url,
        parent,
        ...(name ? { class: name } : {}),
        ...(target ? { target } : {}),
      })),
  )

/** Every item directly before what is below it. An item whose parent is not there stands at the top. */
export function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const ids = new Set(entries.map(({ id }) => id))
  const below = (parent: string | null): Entry[] =>
    entries
      .filter((entry) => (entry.parent !== null && ids.has(entry.parent) ? entry.parent : null) === parent)
      .flatMap((entry) => [{ ...entry, parent }, ...below(entry.id)])
  return below(null)
}

export function depthOf(entries: readonly Entry[], { parent }: Entry): number {
  const above = entries.find(({ id }) => id === parent)
  return above ? depthOf(entries, above) + 1 : 0
}

const siblings = (entries: readonly Entry[], { parent }: Entry) =>
  entries.filter((other) => other.parent === parent)

function isBelow(entries: readonly Entry[], id: string, ancestor: string): boolean {
  const parent = entries.find((entry) => entry.id === id)?.parent
  return parent === ancestor || (parent != null && isBelow(entries, parent, ancestor))
}

const find = (entries: readonly Entry[], id: string) => entries.find((entry) => entry.id === id)

/** One place up or down among its siblings, with all that is below it; undefined at the end. */
export function moved(entries: readonly Entry[], id: string, by: -1 | 1): readonly Entry[] | undefined {
  const entry = find(entries, id)
  if (!entry) return undefined
  const beside = siblings(entries, entry)
  const other = beside[beside.indexOf(entry) + by]
  return other && placed(entries, id, other.id, by < 0 ? 'before' : 'after')
}

/** Below its sibling before it; undefined for the first. */
export function indented(entries: readonly Entry[], id: string): readonly Entry[] | undefined {
  const entry = find(entries, id)
  if (!entry) return undefined
  const beside = siblings(entries, entry)
  const above = beside[beside.indexOf(entry) - 1]
  return above && inOrder(entries.map((other) => (other.id === id ? { ...other, parent: above.id } : other)))
}

/** Behind its parent; undefined at the top. */
export function outdented(entries: readonly Entry[], id: string): readonly Entry[] | undefined {
  const entry = find(entries, id)
  return entry?.parent == null ? undefined : placed(entries, id, entry.parent, 'after')
}

/** Before or behind another item, on its level, or as its last child; undefined where that would be below itself. */
export function placed(
  entries: readonly Entry[],
  id: string,
  target: string,
  where: 'before' | 'after' | 'inside',
): readonly Entry[] | undefined {
  const entry = find(entries, id)
  const other = find(entries, target)
  if (!entry || !other || id === target || isBelow(entries, target, id)) return undefined
  const rest = entries.filter((each) => each.id !== id)
  if (where === 'inside') return inOrder([...rest, { ...entry, parent: target }])
  const at = rest.indexOf(other) + (where === 'after' ? 1 : 0)
  return inOrder([...rest.slice(0, at), { ...entry, parent: other.parent }, ...rest.slice(at)])
}

/** Without the item; its children take its place. */
export const without = (entries: readonly Entry[], id: string): readonly Entry[] => {
  const gone = find(entries, id)
  return inOrder(
    entries
      .filter((entry) => entry.id !== id)
      .map((entry) => (entry.parent === id ? { ...entry, parent: gone?.parent ?? null } : entry)),
  )
}
