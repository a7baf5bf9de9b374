/** Values of template paths on a sample page, found without rendering. */

/** An unknown value: `null` on this page, the entry of an empty list, or a field that a site adds. */
export const anything = Symbol('an unknown value')

type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * True if the value may have any field. An object that is empty in the sample, such as `meta`, has fields
 * that a site defines.
 */
const isOpen = (value: unknown): boolean =>
  value === anything || value === null || (isFields(value) && Object.keys(value).length === 0)

export type Found =
  | { readonly is: 'known'; readonly value: unknown }
  | {
      readonly is: 'unknown'
      readonly name: string
      readonly among: readonly string[]
      readonly before: readonly string[]
    }
  /** This page does not show whether the value exists. */
  | { readonly is: 'silent' }

export function valueAt(start: unknown, names: readonly string[]): Found {
  let value = start
  for (const [index, name] of names.entries()) {
    if (isOpen(value)) return { is: 'silent' }
    if (Array.isArray(value) && (name === 'length' || /^\d+$/.test(name))) {
      value = name === 'length' ? value.length : entryOf(value)
      continue
    }
    if (typeof value === 'string' && name === 'length') return { is: 'silent' }
    const among = isFields(value) ? Object.keys(value) : []
    if (!isFields(value) || !Object.hasOwn(value, name))
      return { is: 'unknown', name, among, before: names.slice(0, index) }
    value = value[name]
  }
  return { is: 'known', value }
}

const entries = new WeakMap<object, unknown>()

/** Merges the fields of all entries of the list. Returns the same object for each call with the list. */
export function entryOf(list: unknown): unknown {
  if (!Array.isArray(list) || list.length === 0) return anything
  if (!list.every(isFields)) return list[0]
  const known = entries.get(list) ?? Object.assign({}, ...list.toReversed())
  entries.set(list, known)
  return known
}

const extensions = new WeakMap<object, Map<object, unknown>>()

/** Adds the fields of a partial call to a context. Returns the same object for the same context and call. */
export function extended(context: unknown, call: object, fields: Fields): unknown {
  if (!isFields(context)) return context === anything || context === null ? anything : fields
  const ofContext = extensions.get(context) ?? new Map<object, unknown>()
  extensions.set(context, ofContext)
  const known = ofContext.get(call) ?? (isOpen(context) ? anything : { ...context, ...fields })
  ofContext.set(call, known)
  return known
}
