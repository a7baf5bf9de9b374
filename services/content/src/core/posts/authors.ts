/** Authors of a post (contract.md#authors-of-a-post). `author` is always the first author. */
import type { Problem } from '@typecase/kernel'
import type { JsonObject, JsonValue } from '../json.ts'
import type { Post } from './post.ts'

export const mostAuthors = 20
/** Maximum characters of a name. */
const longestName = 200

/** Errors of `authors` if it is an array; `postFieldChecks` reports other types. */
export function authorsErrors({ author, authors }: JsonObject): readonly Problem[] {
  if (!Array.isArray(authors)) return []
  const path = 'metadata.authors'
  const names = authors.filter((name: JsonValue) => typeof name === 'string')
  const errors: Problem[] = []
  if (authors.length === 0) errors.push({ path, message: 'A post must have at least one author' })
  if (authors.length > mostAuthors)
    errors.push({ path, message: `A post can have at most ${mostAuthors} authors` })
  if (names.some((name) => name.trim() === '' || [...name].length > longestName))
    errors.push({ path, message: `The name of an author must have 1 to ${longestName} characters` })
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    errors.push({ path, message: 'Name each author only once' })
  if (typeof author === 'string' && author !== authors[0])
    errors.push({ path: 'metadata.author', message: 'author must be the first of authors, or absent' })
  return errors
}

/** Names in `authors`; empty where only `author` is stored. */
export const namedAuthors = ({ authors }: JsonObject): readonly string[] =>
  Array.isArray(authors) ? authors.filter((name: JsonValue) => typeof name === 'string') : []

/** Sets `author` to the first of `authors`. A change of `author` alone makes it the only author. */
export function withConsistentAuthors<P extends Pick<Post, 'author' | 'metadata'>>(
  post: P,
  change: JsonObject,
): P {
  const [first] = namedAuthors(post.metadata)
  if (first === undefined || first === post.author) return post
  if (namedAuthors(change).length > 0) return { ...post, author: first }
  const { authors: _former, ...metadata } = post.metadata
  return { ...post, metadata }
}
