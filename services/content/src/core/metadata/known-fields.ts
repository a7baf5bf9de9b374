/** Forms of the contract's metadata fields. Null clears a field and is always valid. */
import type { Problem } from '@typecase/kernel'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

type Check = (value: JsonValue, path: string) => readonly Problem[]

const error = (path: string, message: string): readonly Problem[] => [{ path, message: `${path} ${message}` }]

const text: Check = (value, path) => (typeof value === 'string' ? [] : error(path, 'must be a string'))

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

export type KnownFields = Readonly<Record<string, Check>>

export const postFields: KnownFields = {
  subtitle: text,
  author: text,
  category: text,
  tags: texts,
  excerpt: text,
  featuredImage: image,
  relatedPosts: texts,
}

export const pageFields: KnownFields = { subtitle: text, parentPage: text, featuredImage: image }

export const knownErrors = (metadata: JsonObject, known: KnownFields): Problem[] =>
  Object.entries(known).flatMap(([name, check]) => {
    const value = metadata[name]
    return value === undefined || value === null ? [] : check(value, `metadata.${name}`)
  })
