/** The menu as a flat list in reading order; each item names its parent. */
import type { MenuItem } from '../api/types.ts'

/** The editable part of an item. */
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

/** Sorts every item before its children. Items without a known parent are at the top level. */
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

/** Moves an item with its children up or down among its siblings; undefined if it is the first or last. */
export function moved(entries: readonly Entry[], id: string, by: -1 | 1): readonly Entry[] | undefined {
  const entry = find(entries, id)
  if (!entry) return undefined
  const group = siblings(entries, entry)
  const other = group[group.indexOf(entry) + by]
  return other && placed(entries, id, other.id, by < 0 ? 'before' : 'after')
}

/** Makes an item a child of its previous sibling; undefined if it has none. */
export function indented(entries: readonly Entry[], id: string): readonly Entry[] | undefined {
  const entry = find(entries, id)
  if (!entry) return undefined
  const group = siblings(entries, entry)
  const above = group[group.indexOf(entry) - 1]
  return above && inOrder(entries.map((other) => (other.id === id ? { ...other, parent: above.id } : other)))
}

/** Moves an item after its parent; undefined at the top level. */
export function outdented(entries: readonly Entry[], id: string): readonly Entry[] | undefined {
  const entry = find(entries, id)
  return entry?.parent == null ? undefined : placed(entries, id, entry.parent, 'after')
}

/**
 * Moves an item before or after another item, or makes it that item's last child. Undefined if the other item
 * is in the subtree of the moved one.
 */
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

/** Removes an item and moves its children to its position. */
export const without = (entries: readonly Entry[], id: string): readonly Entry[] => {
  const removed = find(entries, id)
  return inOrder(
    entries
      .filter((entry) => entry.id !== id)
      .map((entry) => (entry.parent === id ? { ...entry, parent: removed?.parent ?? null } : entry)),
  )
}
