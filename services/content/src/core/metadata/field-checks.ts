/** Checks of the metadata fields in the contract. Null clears a field and is always valid. */
import { isUuid, languageError, type Problem } from '@typecase/kernel'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

/** UTF-16 units. */
const addressLimit = 2000

type Check = (value: JsonValue, path: string) => readonly Problem[]

const error = (path: string, message: string): readonly Problem[] => [{ path, message: `${path} ${message}` }]

const text: Check = (value, path) => (typeof value === 'string' ? [] : error(path, 'must be a string'))

const textUpTo =
  (most: number): Check =>
  (value, path) => {
    const errors = text(value, path)
    if (errors.length > 0 || [...String(value)].length <= most) return errors
    return error(path, `must have at most ${most} characters`)
  }

const flag: Check = (value, path) => (typeof value === 'boolean' ? [] : error(path, 'must be a boolean'))

const webAddress: Check = (value, path) =>
  typeof value === 'string' && value.length <= addressLimit && isWebAddress(value)
    ? []
    : error(path, 'must be an absolute http(s) URL')

function isWebAddress(value: string): boolean {
  const url = /^https?:\/\/[^\s]+$/i.test(value) ? URL.parse(value) : null
  return url !== null && url.hostname !== ''
}

const texts: Check = (value, path) =>
  Array.isArray(value)
    ? value.flatMap((item: JsonValue, i) => text(item, `${path}.${i}`))
    : error(path, 'must be an array of strings')

const image: Check = (value, path) =>
  isJsonObject(value)
    ? ['id', 'url', 'alt'].flatMap((key) =>
        value[key] === undefined || value[key] === null ? [] : text(value[key], `${path}.${key}`),
      )
    : error(path, 'must be an object with id, url and alt')

const language: Check = (value, path) => {
  const problem = typeof value === 'string' ? languageError(value) : 'must be a string'
  return problem ? error(path, problem) : []
}

const itemId: Check = (value, path) =>
  typeof value === 'string' && isUuid(value) ? [] : error(path, 'must be the id of an item')

export type FieldChecks = Readonly<Record<string, Check>>

/** Language of an item, and the item that it translates (contract.md#languages-of-items). */
const translation = { language, translationOf: itemId }

/** contract.md#search-and-social-fields */
const search = {
  seoTitle: textUpTo(300),
  metaDescription: textUpTo(1000),
  canonicalUrl: webAddress,
  noindex: flag,
  socialImage: image,
}

export const postFieldChecks: FieldChecks = {
  ...translation,
  subtitle: text,
  sourceKey: textUpTo(500),
  author: text,
  authors: texts,
  category: text,
  tags: texts,
  excerpt: text,
  featuredImage: image,
  relatedPosts: texts,
  ...search,
}

export const pageFieldChecks: FieldChecks = {
  ...translation,
  subtitle: text,
  sourceKey: textUpTo(500),
  parentPage: text,
  featuredImage: image,
  ...search,
}

/** Refuses an item that translates itself. */
export const translationErrors = ({ translationOf }: JsonObject, id: string): readonly Problem[] =>
  translationOf === id
    ? [{ path: 'metadata.translationOf', message: 'An item cannot be a translation of itself' }]
    : []

export const contractFieldErrors = (metadata: JsonObject, known: FieldChecks): Problem[] =>
  Object.entries(known).flatMap(([name, check]) => {
    const value = metadata[name]
    return value === undefined || value === null ? [] : check(value, `metadata.${name}`)
  })
