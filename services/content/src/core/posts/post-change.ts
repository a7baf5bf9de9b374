import type { PostFact } from '../events.ts'
import type { KeptRevision } from '../revisions/revision.ts'
import type { Post } from './post.ts'

/** One change of one post with its events. */
export type PostChange = StoredPost | DeletedPost

interface StoredPost {
  readonly kind: 'insert' | 'save'
  readonly post: Post
  readonly kept: KeptRevision
  readonly facts: readonly PostFact[]
}

interface DeletedPost {
  readonly kind: 'delete'
  /** The post as it was. */
  readonly post: Post
  readonly facts: readonly PostFact[]
}
