/** Fields that only posts have: an author and relations. */
import type { Head, Item } from '../items/item.ts'
import type { JsonValue } from '../json.ts'

export interface PostFields {
  /** Username; empty if a client cleared it. */
  readonly author: string
}

/** A post without its long texts. */
export type PostHead = Head<PostFields>
export type Post = Item<PostFields>

/** Ids of related posts in order. */
export const relatedIds = ({ metadata: { relatedPosts } }: Pick<Post, 'metadata'>): string[] =>
  Array.isArray(relatedPosts) ? relatedPosts.filter((id: JsonValue) => typeof id === 'string') : []

/** The texts of a post that full-text search covers. */
export const searchedTexts = ({ title, metadata: { subtitle, excerpt, tags }, content }: Post): string[] =>
  [title, subtitle, excerpt, ...(Array.isArray(tags) ? tags : []), content].filter(
    (text) => typeof text === 'string',
  )
