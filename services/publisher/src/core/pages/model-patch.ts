/** Changes that an extension makes to a model. Unchanged values stay shared between pages. */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A new value, or changes inside an object or list of the same shape. */
export type ModelPatch =
  | { readonly whole: Json }
  | { readonly within: Readonly<Record<string, ModelPatch>>; readonly gone: readonly string[] }

type Fields = Readonly<Record<string, unknown>>

/** Undefined if nothing changed. */
export function patchOf(given: unknown, answer: unknown): ModelPatch | undefined {
  if (Object.is(given, answer)) return undefined
  if (Array.isArray(given) && Array.isArray(answer) && given.length === answer.length)
    return patchWithin(given, answer)
  if (isFields(given) && isFields(answer) && isInOrder(given, answer)) return patchWithin(given, answer)
  return { whole: answer as Json }
}

/** Applies a patch. Unchanged parts stay the same objects. */
export function patched<T>(given: T, patch: ModelPatch): T {
  if ('whole' in patch) return patch.whole as T
  const { within } = patch
  const changed = (name: string, value: unknown): unknown =>
    Object.hasOwn(within, name) ? patchedOrNew(value, within[name]) : value
  if (Array.isArray(given)) return given.map((value, at) => changed(String(at), value)) as T
  const known = namesOf(given as Fields)
  const gone = new Set(patch.gone)
  const old = known
    .filter((name) => !gone.has(name))
    .map((name) => [name, changed(name, (given as Fields)[name])])
  const fresh = Object.keys(within).filter((name) => !known.includes(name))
  return Object.fromEntries([...old, ...fresh.map((name) => [name, changed(name, undefined)])]) as T
}

const patchedOrNew = (value: unknown, patch: ModelPatch | undefined): unknown =>
  patch ? patched(value, patch) : value

function patchWithin(given: object, answer: object): ModelPatch | undefined {
  const [before, after] = [given as Fields, answer as Fields]
  const within: [string, ModelPatch][] = []
  for (const name of Object.keys(after)) {
    const patch = exists(before, name) ? patchOf(before[name], after[name]) : { whole: after[name] as Json }
    if (patch) within.push([name, patch])
  }
  const gone = Array.isArray(given) ? [] : namesOf(before).filter((name) => !Object.hasOwn(after, name))
  return within.length === 0 && gone.length === 0 ? undefined : { within: Object.fromEntries(within), gone }
}

/** True if the remaining fields keep their order, because templates may iterate over them. */
function isInOrder(given: Fields, answer: Fields): boolean {
  const after = Object.keys(answer)
  const kept = namesOf(given).filter((name) => Object.hasOwn(answer, name))
  return kept.every((name, at) => after[at] === name)
}

const exists = (fields: Fields, name: string): boolean =>
  Object.hasOwn(fields, name) && fields[name] !== undefined

const namesOf = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name] !== undefined)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
