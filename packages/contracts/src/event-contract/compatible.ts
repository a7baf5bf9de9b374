/** Whether whoever reads events by an older schema can read those of a newer one. */
import type { Json, JsonObject } from './describe.ts'

/**
 * Every change that breaks a reader: a member that went or need no longer be there, another type, a value that the older
 * schema did not know, a bound that was widened. Members may be added. Empty when there is none.
 */
export function breaks(before: JsonObject, after: JsonObject, at = ''): string[] {
  return [
    ...missingMembers(before, after, at),
    ...otherTypes(before, after, at),
    ...widened(before, after, at),
    ...inside(before, after, at),
  ]
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const members = (schema: JsonObject): JsonObject => (isObject(schema.properties) ? schema.properties : {})
const list = (value: Json | undefined): Json[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
const place = (at: string, name: string) => (at ? `${at}.${name}` : name)

function missingMembers(before: JsonObject, after: JsonObject, at: string): string[] {
  const gone = Object.keys(members(before)).filter((name) => !(name in members(after)))
  const optional = list(before.required).filter(
    (name) => !list(after.required).includes(name) && !gone.includes(String(name)),
  )
  return [
    ...gone.map((name) => `${place(at, name)} is gone`),
    ...optional.map((name) => `${place(at, String(name))} was always there and need not be any more`),
  ]
}

/** The values that a schema allows, where it lists them. */
const values = (schema: JsonObject): Json[] | undefined =>
  'const' in schema ? [schema.const ?? null] : Array.isArray(schema.enum) ? schema.enum : undefined

function otherTypes(before: JsonObject, after: JsonObject, at: string): string[] {
  const [types, known] = [list(before.type), values(before)]
  const added = list(after.type).filter((type) => types.length > 0 && !types.includes(type))
  const unknown = known ? (values(after) ?? ['anything']).filter((value) => !known.includes(value)) : []
  return [
    ...added.map((type) => `${at} may be of type ${type}, which it was not`),
    ...unknown.map((value) => `${at} may be ${JSON.stringify(value)}, which it could not`),
  ]
}

const floors = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const ceilings = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

function widened(before: JsonObject, after: JsonObject, at: string): string[] {
  const wider = (name: string, isWider: (then: number, now: number) => boolean) =>
    typeof before[name] === 'number' &&
    (typeof after[name] !== 'number' || isWider(before[name], after[name]))
  const bounds = [
    ...floors.filter((name) => wider(name, (then, now) => now < then)),
    ...ceilings.filter((name) => wider(name, (then, now) => now > then)),
  ]
  const forms = ['format', 'pattern'].filter(
    (name) => before[name] !== undefined && before[name] !== after[name],
  )
  return [...bounds, ...forms].map(
    (name) => `${at}: ${name} was ${before[name]} and is ${after[name] ?? 'none'}`,
  )
}

function inside(before: JsonObject, after: JsonObject, at: string): string[] {
  const found: string[] = []
  for (const [name, schema] of Object.entries(members(before))) {
    const now = members(after)[name]
    if (isObject(schema) && isObject(now)) found.push(...breaks(schema, now, place(at, name)))
  }
  if (isObject(before.items) && isObject(after.items))
    found.push(...breaks(before.items, after.items, `${at}[]`))
  return found
}
