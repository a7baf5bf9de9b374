import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { postNotFound, preconditionFailed } from '../errors.ts'
import { kindOfChange, postFact } from '../events.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { keptPost } from '../revisions/revision.ts'
import { checkPostChange, type Post, revisePost } from './post.ts'

export interface PostChange {
  readonly id: string
  readonly metadata: JsonObject
  /** Absent stays. */
  readonly content?: string | undefined
  /** The revision the caller has seen. */
  readonly expectedRevision?: number | undefined
}

/** Merges the change into the post (D4.3). @throws POST_NOT_FOUND, VALIDATION_ERROR, DUPLICATE_SLUG, PRECONDITION_FAILED */
export const updatePost =
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, metadata, content, expectedRevision }: PostChange): Promise<Post> => {
    const { username } = requireEditor(actor)
    const input = { metadata, ...(content === undefined ? {} : { content, text: markup.plainText(content, previewLimit) }) }
    return store.write(async (tx) => {
      const before = await tx.posts.get(id)
      if (!before) throw postNotFound()
      checkPostChange(id, input)
      if (expectedRevision !== undefined && expectedRevision !== before.revision) throw preconditionFailed()
      const { post, changed } = revisePost(before, input, clock())
      await tx.posts.save(post)
      await tx.posts.keepRevisions([keptPost(post, username, changed)])
      await tx.record(postFact(kindOfChange(before.status, post.status), post, { before, changed }))
      return post
    })
  }
