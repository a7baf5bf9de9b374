/**
 * Rules of the menu (contract.md#menu), as functions of its items in order. Each function returns a new list
 * or throws one error with all validation problems. Their `path` starts at the root of the input.
 */
import { invalid, type Problem, slugOf } from '@typecase/kernel'
import { menuIdTaken, menuItemNotFound } from '../errors.ts'
import { isMenuUrl } from './url.ts'

export interface MenuItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly parent?: string
  readonly class?: string
  readonly target?: string
}

export interface Menu {
  readonly items: readonly MenuItem[]
  /** Incremented by every change. */
  readonly revision: number
}

/** The fields of an item that clients may send. */
export type MenuItemFields = Partial<MenuItem>

type Items = readonly MenuItem[]

const maxItems = 1000
const maxText = 500

/** Replaces the whole menu; the order of the list is the order of the menu. @throws VALIDATION_ERROR */
export function replaceItems(inputs: readonly MenuItemFields[]): Items {
  if (inputs.length > maxItems) throw invalid([tooMany])
  const taken = new Set(inputs.flatMap(({ id }) => (id ? [id] : [])))
  const problems: Problem[] = []
  const seen = new Set<string>()
  const items = inputs.map((input, index) => {
    const item = itemFrom(input, taken)
    problems.push(...prefixed(index, itemProblems(input, item)))
    if (seen.has(item.id)) problems.push({ path: `${index}.id`, message: `The id ${item.id} occurs twice` })
    seen.add(item.id)
    return item
  })
  const parents = parentsOf(items)
  for (const [index, item] of items.entries())
    problems.push(...prefixed(index, parentProblems(item, parents)))
  if (problems.length > 0) throw invalid(problems)
  return items
}

/** Appends the item. @throws VALIDATION_ERROR or DUPLICATE_ID */
export function addItem(items: Items, input: MenuItemFields): Items {
  const taken = new Set(items.map(({ id }) => id))
  const isTaken = input.id !== undefined && taken.has(input.id)
  const item = itemFrom(input, taken)
  const after = [...items, item]
  const problems = [...itemProblems(input, item), ...(isTaken ? [] : parentProblems(item, parentsOf(after)))]
  if (after.length > maxItems) problems.push(tooMany)
  if (problems.length > 0) throw invalid(problems)
  if (isTaken) throw menuIdTaken(item.id)
  return after
}

/**
 * Changes an item. Absent fields, the id and the position stay; the fields in `clear` are removed.
 * @throws MENU_ITEM_NOT_FOUND or VALIDATION_ERROR
 */
export function updateItem(
  items: Items,
  id: string,
  changes: MenuItemFields,
  clear: readonly string[],
): Items {
  const before = itemOf(items, id)
  const item = {
    ...withoutUndefined({ ...before, ...withoutUndefined(changes), ...cleared(clear) }),
    id,
  } as MenuItem
  const after = items.map((entry) => (entry.id === id ? withoutEmptyClass(item) : entry))
  const problems = [...fieldProblems(item), ...parentProblems(item, parentsOf(after))]
  if (problems.length > 0) throw invalid(problems)
  return after
}

/** Deletes an item. Its children move to its parent. @throws MENU_ITEM_NOT_FOUND */
export function deleteItem(items: Items, id: string): Items {
  const { parent } = itemOf(items, id)
  return items
    .filter((item) => item.id !== id)
    .map((item) => (item.parent === id ? (withoutUndefined({ ...item, parent }) as MenuItem) : item))
}

/** Reorders the items. `orderedIds` must contain the id of each item once. @throws VALIDATION_ERROR */
export function reorderItems(items: Items, orderedIds: readonly string[]): Items {
  const byId = new Map(items.map((item) => [item.id, item]))
  const ordered = orderedIds.flatMap((id) => byId.get(id) ?? [])
  if (
    ordered.length !== orderedIds.length ||
    ordered.length !== items.length ||
    new Set(orderedIds).size !== items.length
  )
    throw invalid([{ path: 'orderedIds', message: 'The order must contain each menu item once' }])
  return ordered
}

const tooMany: Problem = { path: '', message: `A menu has at most ${maxItems} items` }

function itemOf(items: Items, id: string): MenuItem {
  const item = items.find((entry) => entry.id === id)
  if (!item) throw menuItemNotFound(id)
  return item
}

/** Builds an item and adds its id to `taken`. */
function itemFrom(input: MenuItemFields, taken: Set<string>): MenuItem {
  const { title = '', url = '', parent, target } = input
  const id = input.id || uniqueId(title, taken)
  taken.add(id)
  return withoutEmptyClass(
    withoutUndefined({ id, title, url, parent, class: input.class, target }) as MenuItem,
  )
}

/** Derives a unique id from the title, with -2, -3 … if needed. Never `reorder`, because that is a route. */
function uniqueId(title: string, taken: ReadonlySet<string>): string {
  const stem = slugOf(title, 100) || 'item'
  for (let n = 1; ; n++) {
    const id = n === 1 ? stem : `${stem}-${n}`
    if (id !== 'reorder' && !taken.has(id)) return id
  }
}

const itemProblems = (input: MenuItemFields, item: MenuItem): Problem[] => [
  ...(input.id ? idProblems(input.id) : []),
  ...fieldProblems(item),
]

function idProblems(id: string): Problem[] {
  if (id === 'reorder') return [{ path: 'id', message: 'The id reorder is reserved' }]
  // URL parsers of clients remove `.` and `..` from request paths.
  const isUsable = id.trim() === id && id !== '.' && id !== '..' && isPlainText(id)
  return isUsable
    ? []
    : [
        {
          path: 'id',
          message: `The id must have at most ${maxText} characters, no control characters or outer spaces, and not be . or ..`,
        },
      ]
}

function fieldProblems(item: MenuItem): Problem[] {
  const problems: Problem[] = []
  if (item.title.trim() === '') problems.push({ path: 'title', message: 'Title is required' })
  else if (!isPlainText(item.title))
    problems.push({
      path: 'title',
      message: `The title must be text of at most ${maxText} characters without control characters`,
    })
  if (item.url.trim() === '') problems.push({ path: 'url', message: 'URL is required' })
  else if (!isMenuUrl(item.url))
    problems.push({
      path: 'url',
      message: 'The URL must be a path, an anchor or an http, https, mailto or tel address',
    })
  if (item.class && !(item.class.length <= maxText && classes.test(item.class)))
    problems.push({
      path: 'class',
      message: `The class must be CSS class names separated by single spaces, at most ${maxText} characters`,
    })
  if (item.target !== undefined && item.target !== '_self' && item.target !== '_blank')
    problems.push({ path: 'target', message: 'The target must be _self or _blank' })
  return problems
}

interface Parents {
  readonly byId: ReadonlyMap<string, MenuItem>
  /** Ids whose chain of parents was followed to its end. Such a chain has no cycle. */
  readonly ending: Set<string>
}

const parentsOf = (items: Items): Parents => ({
  byId: new Map(items.map((item) => [item.id, item])),
  ending: new Set(),
})

/** Adds ids to `ending`, so that each chain is followed at most once. */
function parentProblems(item: MenuItem, { byId, ending }: Parents): Problem[] {
  if (item.parent === undefined) return []
  if (!byId.has(item.parent)) return [{ path: 'parent', message: 'The parent is not in the menu' }]
  const passed = new Set<string>()
  let at: string | undefined = item.parent
  for (; at !== undefined && !ending.has(at) && !passed.has(at); at = byId.get(at)?.parent) {
    if (at === item.id) return [{ path: 'parent', message: 'An item cannot be below itself' }]
    passed.add(at)
  }
  if (at === undefined || ending.has(at)) for (const id of passed) ending.add(id)
  return []
}

const classes = /^[A-Za-z0-9_:./-]+( [A-Za-z0-9_:./-]+)*$/

const isPlainText = (text: string): boolean =>
  text.length <= maxText && text.isWellFormed() && !/\p{Cc}/u.test(text)

const prefixed = (index: number, problems: readonly Problem[]): Problem[] =>
  problems.map(({ path, message }) => ({ path: `${index}.${path}`, message }))

/** Values of cleared fields. Required fields become empty, which fails validation. */
const emptied: Readonly<MenuItemFields> = {
  parent: undefined,
  class: undefined,
  target: undefined,
  title: '',
  url: '',
}

const cleared = (names: readonly string[]): MenuItemFields =>
  Object.fromEntries(Object.entries(emptied).filter(([name]) => names.includes(name)))

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>

/** An empty class counts as no class. */
const withoutEmptyClass = (item: MenuItem): MenuItem =>
  item.class === '' ? (withoutUndefined({ ...item, class: undefined }) as MenuItem) : item
