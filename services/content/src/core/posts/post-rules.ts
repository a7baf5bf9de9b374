import type { Problem } from '@typecase/kernel'
import { postFact } from '../events.ts'
import type { ItemRules } from '../items/item-rules.ts'
import type { JsonObject } from '../json.ts'
import { postFieldChecks, translationErrors } from '../metadata/field-checks.ts'
import { authorsErrors, namedAuthors, withConsistentAuthors } from './authors.ts'
import type { PostFields } from './post.ts'

/**
 * Maximum concurrent batches of a bulk operation. With more than one, a batch computes while others wait for
 * the disk. With few, database connections remain for other requests.
 */
const parallel = 3

const relatedErrors = ({ relatedPosts }: JsonObject, id: string): readonly Problem[] =>
  Array.isArray(relatedPosts) && relatedPosts.includes(id)
    ? [{ path: 'metadata.relatedPosts', message: 'A post cannot be related to itself' }]
    : []

export const postRules: ItemRules<PostFields> = {
  kind: 'post',
  fieldChecks: postFieldChecks,
  ownFieldNames: ['author', 'relatedPostsData'],
  initialFields: ({ author, authors }, { by }) => ({
    author: typeof author === 'string' ? author : (namedAuthors({ authors: authors ?? null })[0] ?? by),
  }),
  changedFields: ({ author }) =>
    author === null ? { author: '' } : typeof author === 'string' ? { author } : {},
  fieldErrors: (metadata, id) => [
    ...relatedErrors(metadata, id),
    ...authorsErrors(metadata),
    ...translationErrors(metadata, id),
  ],
  reconcile: withConsistentAuthors,
  comparedFields: ({ author }) => ({ author }),
  revisionFields: ({ author }) => ({ author }),
  restoredFields: ({ author }) => (typeof author === 'string' ? { author } : {}),
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
