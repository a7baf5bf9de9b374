/** Posts and pages by their keys, asked of content by the services that follow it. */
import type { ContentItem } from '@typecase/contracts/messages'
import type { PageServiceDef, PostServiceDef, SnapshotServiceDef } from '@typecase/contracts/services'
import { isAppError } from '@typecase/kernel'
import { type CallOptions, type Client, isUnimplemented } from '../grpc/index.ts'

export interface ItemKey {
  readonly type: 'post' | 'page'
  readonly id: string
}

type ContentClient = Client<[typeof SnapshotServiceDef, typeof PostServiceDef, typeof PageServiceDef]>

/** Keys of one request; content accepts 1,000. */
const keysPerRequest = 200

/** The items that exist, as they are now, in any order. @throws UPSTREAM_UNAVAILABLE */
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
      // A content service of the version before 0.2 answers single items only.
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
