import { isAppError } from '@typecase/kernel'
import { postNotFound, preconditionFailed } from '../errors.ts'
import type { ContentStore, ContentWriter } from '../ports.ts'
import type { Post } from './post.ts'
import type { PostChange } from './post-change.ts'

/** Stores the change within a transaction. @throws DUPLICATE_SLUG, PRECONDITION_FAILED */
export async function storePostChange(tx: ContentWriter, change: PostChange): Promise<void> {
  const { kind, post } = change
  if (kind === 'insert') await tx.posts.insert(post)
  else if (kind === 'save') await tx.posts.save(post)
  else await tx.posts.delete([post])
  if (kind !== 'delete') await tx.posts.keepRevisions([change.kept])
  for (const fact of change.facts) await tx.record(fact)
}

/**
 * Stores what `decide` makes of the post. Nothing is locked in the usual case; when another change was faster, `decide` is
 * called again with the locked post.
 * @throws POST_NOT_FOUND, DUPLICATE_SLUG, and what `decide` throws
 */
export async function changePost(
  store: ContentStore,
  id: string,
  decide: (before: Post) => PostChange,
): Promise<Post> {
  const change = decide(found(await store.read.posts.stored(id)))
  try {
    await store.changePost(change)
    return change.post
  } catch (error) {
    if (!isAppError(error) || error.code !== preconditionFailed().code) throw error
  }
  return store.write(async (tx) => {
    const again = decide(found(await tx.posts.get(id)))
    await storePostChange(tx, again)
    return again.post
  })
}

function found(post: Post | undefined): Post {
  if (!post) throw postNotFound()
  return post
}
