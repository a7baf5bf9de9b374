/** Changes of posts and pages, and the items themselves, for services with a projection of content. */
import type { ContentItem } from '@typecase/contracts/messages'
import type {
  ChangeServiceDef,
  PageServiceDef,
  PostServiceDef,
  SnapshotServiceDef,
} from '@typecase/contracts/services'
import { type ChangesSince, type ItemChange, type ItemKey, isAppError } from '@typecase/kernel'
import { type CallOptions, type Client, isUnimplemented } from '../grpc/index.ts'

type ContentClient = Client<[typeof SnapshotServiceDef, typeof PostServiceDef, typeof PageServiceDef]>

/**
 * Returns all changes after `cursor` that were committed before this call. Some may be repeated.
 * @throws UPSTREAM_UNAVAILABLE
 */
export async function contentChanges(
  client: Client<[typeof ChangeServiceDef]>,
  cursor: string | undefined,
  options: CallOptions,
): Promise<ChangesSince> {
  const changes: ItemChange[] = []
  let next: string | undefined
  for await (const part of client.streamChanges({ cursor }, options)) {
    for (const { type, id, revision, deleted } of part.changes) {
      if (type === 'post' || type === 'page') changes.push({ type, id, revision, deleted })
    }
    next = part.cursor ?? next
  }
  if (next === undefined) throw new Error('content sent no cursor at the end of its changes')
  return { changes, cursor: next }
}

/** Keys per request; content accepts 1,000. */
const keysPerRequest = 200

/** Yields the current items that exist, in any order. @throws UPSTREAM_UNAVAILABLE */
export async function* contentItems(
  client: ContentClient,
  keys: readonly ItemKey[],
  options: CallOptions,
): AsyncGenerator<Pick<ContentItem, 'post' | 'page'>> {
  for (let at = 0; at < keys.length; at += keysPerRequest) {
    const some = keys.slice(at, at + keysPerRequest)
    try {
      yield* client.streamItems({ keys: [...some] }, options)
    } catch (error) {
      if (!isUnimplemented(error)) throw error
      // A content service before version 0.2 returns only single items.
      for (const key of some) yield* singleItem(client, key, options)
    }
  }
}

async function* singleItem(
  client: ContentClient,
  { type, id }: ItemKey,
  options: CallOptions,
): AsyncGenerator<Pick<ContentItem, 'post' | 'page'>> {
  try {
    if (type === 'page') yield { page: await client.getPage({ id }, options) }
    else {
      const { post } = await client.getPost({ id, resolveRelated: false }, options)
      if (post) yield { post }
    }
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'not_found') throw error
  }
}
