/** Checks the values that the import itself reads. The server checks all other fields, per item. */
import { TransferError } from '../errors.ts'
import { shown } from '../source/safe-path.ts'

/** Returns the error of a value, such as `tags[0] is not a string`; undefined if valid. */
export type Shape = (value: unknown, name: string) => string | undefined

/** @throws TransferError DAMAGED with the file and the first invalid value */
export function checked<T>(value: unknown, shape: Shape, path: string): T {
  const wrong = shape(value, '')
  if (wrong === undefined) return value as T
  throw new TransferError('DAMAGED', `${shown(path)}: ${shown(wrong)}`)
}

const not = (name: string, wanted: string): string => `${name || 'the value'} is not ${wanted}`

const text: Shape = (value, name) => (typeof value === 'string' ? undefined : not(name, 'a string'))
const number: Shape = (value, name) => (typeof value === 'number' ? undefined : not(name, 'a number'))

const oneOf =
  (...values: readonly string[]): Shape =>
  (value, name) =>
    values.some((one) => one === value) ? undefined : not(name, values.join(' or '))

/** Null counts as absent, as in the API. */
const optional =
  (shape: Shape): Shape =>
  (value, name) =>
    value === undefined || value === null ? undefined : shape(value, name)

const listOf =
  (shape: Shape): Shape =>
  (value, name) => {
    if (!Array.isArray(value)) return not(name, 'an array')
    return firstWrong(value.entries(), (at, entry) => shape(entry, `${name}[${at}]`))
  }

const mapOf =
  (shape: Shape): Shape =>
  (value, name) => {
    if (!isObject(value)) return not(name, 'an object')
    return firstWrong(Object.entries(value), (field, entry) => shape(entry, memberOf(name, field)))
  }

const record =
  (shapes: Readonly<Record<string, Shape>> = {}): Shape =>
  (value, name) => {
    if (!isObject(value)) return not(name, 'an object')
    return firstWrong(Object.entries(shapes), (field, shape) => shape(value[field], memberOf(name, field)))
  }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (name: string, field: string): string => (name === '' ? field : `${name}.${field}`)

function firstWrong<K, V>(
  pairs: Iterable<readonly [K, V]>,
  check: (key: K, value: V) => string | undefined,
): string | undefined {
  for (const [key, value] of pairs) {
    const wrong = check(key, value)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

const texts = optional(listOf(text))
const maybeText = optional(text)
const image = optional(record({ id: maybeText, url: maybeText, alt: maybeText }))
const common = { aliases: texts, sourceUrl: maybeText, featuredImage: image, socialImage: image }
const metadata = {
  post: { ...common, authors: texts, tags: texts },
  page: { ...common, pageType: optional(oneOf('normal', 'custom')), parentPage: maybeText },
}

/** The optional fields of the front matter. */
export const metadataShapes = { post: record(metadata.post), page: record(metadata.page) }

/** Names of the fields whose values `openArchive` would refuse. */
export const refusedFields = (
  type: 'post' | 'page',
  fields: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(metadata[type]).flatMap(([name, shape]) => (shape(fields[name], name) ? [name] : []))

export const manifestShape = record({
  format: number,
  files: mapOf(record({ sha256: text, bytes: number })),
  counts: optional(mapOf(number)),
})
export const settingsShape = record()
export const mediaShape = record({
  file: text,
  url: text,
  sourceKey: text,
  originalFilename: maybeText,
  alt: maybeText,
  caption: maybeText,
  createdAt: maybeText,
  id: maybeText,
  aliases: texts,
})
export const revisionShape = record({
  revision: number,
  author: text,
  createdAt: text,
  title: text,
  slug: text,
  status: oneOf('draft', 'published'),
  changed: listOf(text),
  metadata: record(),
  content: text,
})
export const menuShape = listOf(
  record({
    id: text,
    title: text,
    url: text,
    parent: maybeText,
    class: maybeText,
    target: maybeText,
  }),
)
export const usersShape = listOf(
  record({ username: text, email: maybeText, name: maybeText, role: optional(oneOf('admin', 'editor')) }),
)
export const redirectsShape = listOf(record({ from: text, to: maybeText, status: optional(number) }))
export const recordShape = record()
