/**
 * What an extension has made another of what a template is given. Pages share most of that, such as the summaries of posts and their tags; a
 * copy for each page would take memory by pages times terms.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Another value altogether, or an object or list of the same shape with others in it. */
export type ModelPatch =
  | { readonly whole: Json }
  | { readonly within: Readonly<Record<string, ModelPatch>>; readonly gone: readonly string[] }

type Fields = Readonly<Record<string, unknown>>

/** Undefined where the answer, which is plain JSON, says the same as what was given. */
export function patchOf(given: unknown, answer: unknown): ModelPatch | undefined {
  if (Object.is(given, answer)) return undefined
  if (Array.isArray(given) && Array.isArray(answer) && given.length === answer.length)
    return patchWithin(given, answer)
  if (isFields(given) && isFields(answer) && isInOrder(given, answer)) return patchWithin(given, answer)
  return { whole: answer as Json }
}

/** What was given, with the changes; it is not altered itself, and what did not change is the same object. */
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
    const patch = isThere(before, name) ? patchOf(before[name], after[name]) : { whole: after[name] as Json }
    if (patch) within.push([name, patch])
  }
  const gone = Array.isArray(given) ? [] : namesOf(before).filter((name) => !Object.hasOwn(after, name))
  return within.length === 0 && gone.length === 0 ? undefined : { within: Object.fromEntries(within), gone }
}

/** Templates may go through the fields: those that were there must come first, and as they did. */
function isInOrder(given: Fields, answer: Fields): boolean {
  const after = Object.keys(answer)
  const kept = namesOf(given).filter((name) => Object.hasOwn(answer, name))
  return kept.every((name, at) => after[at] === name)
}

/** JSON knows no undefined. */
const isThere = (fields: Fields, name: string): boolean =>
  Object.hasOwn(fields, name) && fields[name] !== undefined

const namesOf = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name] !== undefined)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
