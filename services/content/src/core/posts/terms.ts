/** The categories, tags and authors of posts. */
import { namedAuthors } from './authors.ts'
import type { Post } from './post.ts'

export const termKinds = ['category', 'tag', 'author'] as const
export type TermKind = (typeof termKinds)[number]

export interface Term {
  readonly kind: TermKind
  readonly name: string
}

export interface CountedTerm {
  readonly name: string
  /** Number of posts, drafts included. */
  readonly count: number
}

/** Maximum UTF-16 units of a name in lists, to limit the size of responses. Filters accept longer names. */
const nameLimit = 200

/** Distinct terms of a post: authors, category, then tags in order. */
export function termsOf({ author, metadata }: Pick<Post, 'author' | 'metadata'>): Term[] {
  const { category, tags } = metadata
  const names = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
  return [
    ...[...new Set([author, ...namedAuthors(metadata)])].map((name) => ({ kind: 'author', name }) as const),
    ...(typeof category === 'string' ? [{ kind: 'category', name: category } as const] : []),
    ...[...new Set(names)].map((name) => ({ kind: 'tag', name }) as const),
  ]
}

export const isOffered = ({ name }: Term): boolean => name !== '' && name.length <= nameLimit
