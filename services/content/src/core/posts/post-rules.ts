import type { Problem } from '@typecase/kernel'
import { postFact } from '../events.ts'
import type { ItemRules } from '../items/item-rules.ts'
import type { JsonObject } from '../json.ts'
import { postFields, translationErrors } from '../metadata/known-fields.ts'
import { authorsErrors, namedAuthors, withConsistentAuthors } from './authors.ts'
import type { PostFields } from './post.ts'

/** One batch computes while another waits for the disk; the rest of the connections stays free for others. */
const parallel = 3

const relatedErrors = ({ relatedPosts }: JsonObject, id: string): readonly Problem[] =>
  Array.isArray(relatedPosts) && relatedPosts.includes(id)
    ? [{ path: 'metadata.relatedPosts', message: 'A post is not related to itself' }]
    : []

export const postRules: ItemRules<PostFields> = {
  kind: 'post',
  knownFields: postFields,
  ownNames: ['author', 'relatedPostsData'],
  newFields: ({ author, authors }, { by }) => ({
    author: typeof author === 'string' ? author : (namedAuthors({ authors: authors ?? null })[0] ?? by),
  }),
  changedFields: ({ author }) =>
    author === null ? { author: '' } : typeof author === 'string' ? { author } : {},
  fieldErrors: (metadata, id) => [
    ...relatedErrors(metadata, id),
    ...authorsErrors(metadata),
    ...translationErrors(metadata, id),
  ],
  consistent: withConsistentAuthors,
  compared: ({ author }) => ({ author }),
  inRevision: ({ author }) => ({ author }),
  restored: ({ author }) => (typeof author === 'string' ? { author } : {}),
  toJson: ({ author }) => ({ author }),
  fromJson: ({ author }) => ({ author: String(author) }),
  withSlug: (post, slug) => ({ ...post, slug }),
  fact: postFact,
  writer: (tx) => tx.posts,
  schedule: ({ read }) => read.posts,
  takenSlugs: (tx, _post, slugs) => tx.posts.takenSlugs(slugs),
  parallel,
  single: ({ read, changePost }) => ({
    stored: read.posts.stored,
    takenSlugs: read.posts.takenSlugs,
    write: changePost,
  }),
}
