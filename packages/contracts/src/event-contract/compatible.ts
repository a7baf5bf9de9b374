/** Compatibility of event schemas for consumers. */
import type { Json, JsonObject } from './describe.ts'

/** Changes that break consumers: members removed or made optional, new types or enum values, wider bounds. */
export function breakingChanges(before: JsonObject, after: JsonObject, at = ''): string[] {
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
    ...optional.map((name) => `${place(at, String(name))} was required and is optional now`),
  ]
}

const values = (schema: JsonObject): Json[] | undefined =>
  'const' in schema ? [schema.const ?? null] : Array.isArray(schema.enum) ? schema.enum : undefined

function otherTypes(before: JsonObject, after: JsonObject, at: string): string[] {
  const [types, known] = [list(before.type), values(before)]
  const added = list(after.type).filter((type) => types.length > 0 && !types.includes(type))
  const unknown = known ? (values(after) ?? ['anything']).filter((value) => !known.includes(value)) : []
  return [
    ...added.map((type) => `${at} may now be of type ${type}`),
    ...unknown.map((value) => `${at} may now be ${JSON.stringify(value)}`),
  ]
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

function widened(before: JsonObject, after: JsonObject, at: string): string[] {
  const wider = (name: string, isWider: (then: number, now: number) => boolean) =>
    typeof before[name] === 'number' &&
    (typeof after[name] !== 'number' || isWider(before[name], after[name]))
  const bounds = [
    ...lowerBounds.filter((name) => wider(name, (then, now) => now < then)),
    ...upperBounds.filter((name) => wider(name, (then, now) => now > then)),
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
    if (isObject(schema) && isObject(now)) found.push(...breakingChanges(schema, now, place(at, name)))
  }
  if (isObject(before.items) && isObject(after.items))
    found.push(...breakingChanges(before.items, after.items, `${at}[]`))
  return found
}
