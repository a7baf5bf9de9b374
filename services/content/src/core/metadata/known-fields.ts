/** Forms of the contract's metadata fields. Null clears a field and is always valid. */
import { languageError, type Problem } from '@typecase/kernel'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

type Check = (value: JsonValue, path: string) => readonly Problem[]

const error = (path: string, message: string): readonly Problem[] => [{ path, message: `${path} ${message}` }]

const text: Check = (value, path) => (typeof value === 'string' ? [] : error(path, 'must be a string'))

/** Characters. */
const sourceKeyLimit = 500

const sourceKey: Check = (value, path) =>
  typeof value === 'string' && value.length > sourceKeyLimit
    ? error(path, `must have at most ${sourceKeyLimit} characters`)
    : text(value, path)

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

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const itemId: Check = (value, path) =>
  typeof value === 'string' && idForm.test(value) ? [] : error(path, 'must be the id of an item')

export type KnownFields = Readonly<Record<string, Check>>

/**
 * An item in another language than the site, and the item that it translates
 * (contract.md#languages-of-items).
 */
const translation = { language, translationOf: itemId }

export const postFields: KnownFields = {
  ...translation,
  subtitle: text,
  sourceKey,
  author: text,
  authors: texts,
  category: text,
  tags: texts,
  excerpt: text,
  featuredImage: image,
  relatedPosts: texts,
}

export const pageFields: KnownFields = {
  ...translation,
  subtitle: text,
  sourceKey,
  parentPage: text,
  featuredImage: image,
}

/** An item is no translation of itself. */
export const translationErrors = (
  { translationOf }: JsonObject,
  id: string | undefined,
): readonly Problem[] =>
  id !== undefined && translationOf === id
    ? [{ path: 'metadata.translationOf', message: 'An item is not a translation of itself' }]
    : []

export const knownErrors = (metadata: JsonObject, known: KnownFields): Problem[] =>
  Object.entries(known).flatMap(([name, check]) => {
    const value = metadata[name]
    return value === undefined || value === null ? [] : check(value, `metadata.${name}`)
  })
