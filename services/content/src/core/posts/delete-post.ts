import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { preconditionFailed } from '../errors.ts'
import { postFact } from '../events.ts'
import type { Ports } from '../ports.ts'
import { changePost } from './change-post.ts'
import type { Post } from './post.ts'

export interface Deletion {
  readonly id: string
  /** The revision the caller has seen. */
  readonly expectedRevision?: number | undefined
}

/** Deletes the post for ever and answers it as it was. @throws POST_NOT_FOUND, PRECONDITION_FAILED */
export const deletePost =
  ({ store, clock }: Ports) =>
  async (actor: Actor, { id, expectedRevision }: Deletion): Promise<Post> => {
    requireEditor(actor)
    return changePost(store, id, (post) => {
      if (expectedRevision !== undefined && expectedRevision !== post.revision) throw preconditionFailed()
      const fact = postFact('deleted', { ...post, updatedAt: clock(), revision: post.revision + 1 })
      return { kind: 'delete', post, facts: [fact] }
    })
  }
