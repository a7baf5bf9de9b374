import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { preconditionFailed } from '../errors.ts'
import { kindOfChange, postFact } from '../events.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { keptPost } from '../revisions/revision.ts'
import { changePost } from './change-post.ts'
import { checkPostChange, type Post, revisePost } from './post.ts'

export interface PostUpdate {
  readonly id: string
  readonly metadata: JsonObject
  /** Absent stays. */
  readonly content?: string | undefined
  /** The revision the caller has seen. */
  readonly expectedRevision?: number | undefined
}

/** Merges the change into the post (contract.md#partial-updates). @throws POST_NOT_FOUND, VALIDATION_ERROR, DUPLICATE_SLUG, PRECONDITION_FAILED */
export const updatePost =
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, metadata, content, expectedRevision }: PostUpdate): Promise<Post> => {
    const { username } = requireEditor(actor)
    const input = {
      metadata,
      ...(content === undefined ? {} : { content, text: markup.plainText(content, previewLimit) }),
    }
    return changePost(store, id, (before) => {
      checkPostChange(id, input)
      if (expectedRevision !== undefined && expectedRevision !== before.revision) throw preconditionFailed()
      const { post, changed } = revisePost(before, input, clock())
      const fact = postFact(kindOfChange(before.status, post.status), post, { before, changed })
      return { kind: 'save', post, kept: keptPost(post, username, changed), facts: [fact] }
    })
  }
