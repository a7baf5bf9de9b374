import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { preconditionFailed } from '../errors.ts'
import { postFact } from '../events.ts'
import { previewLimit } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { changePost } from '../posts/change-post.ts'
import { changedPostNames, type Post } from '../posts/post.ts'
import { requireRestorable } from './queries.ts'
import { keptPost } from './revision.ts'

export interface Restoration {
  readonly id: string
  /** The one whose title, metadata and content come back. */
  readonly revision: number
  /** The revision the caller has seen. */
  readonly expectedRevision?: number | undefined
}

/**
 * Brings title, metadata and content of an old revision back, as a new revision. Slug, status and schedule stay as they
 * are: links keep working, and nothing appears or vanishes by it.
 * @throws POST_NOT_FOUND, REVISION_NOT_FOUND, VALIDATION_ERROR, PRECONDITION_FAILED
 */
export const restorePost =
  ({ store, markup, clock }: Ports) =>
  async (actor: Actor, { id, revision, expectedRevision }: Restoration): Promise<Post> => {
    const { username } = requireEditor(actor)
    const old = await requireRestorable(store.read, 'post', id, revision)
    const text = markup.plainText(old.content, previewLimit)
    return changePost(store, id, (before) => {
      if (expectedRevision !== undefined && expectedRevision !== before.revision) throw preconditionFailed()
      const { title, metadata, content, fields } = old
      const author = typeof fields.author === 'string' ? fields.author : before.author
      const updatedAt = clock()
      const post: Post = {
        ...before,
        title,
        author,
        metadata,
        content,
        text,
        updatedAt,
        revision: before.revision + 1,
      }
      const changed = changedPostNames(before, post)
      const facts = [postFact('updated', post, { before, changed })]
      return { kind: 'save', post, kept: keptPost(post, username, changed), facts }
    })
  }
