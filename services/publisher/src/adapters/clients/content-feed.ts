/** Posts and pages, asked of the service that owns them. */
import { ChangeServiceDef, PageServiceDef, PostServiceDef, SnapshotServiceDef } from '@typecase/contracts/services'
import { isAppError, serviceActor } from '@typecase/kernel'
import { type CallOptions, grpcClient } from '@typecase/runtime/grpc'
import type { CallSigner } from '@typecase/runtime/service-keys'
import { inParallel } from '../../core/generations/in-parallel.ts'
import type { ContentFeed, EntryChange, EntryKey, EntrySource } from '../../core/model/content-model.ts'
import { fromPage, fromPost } from './messages.ts'

export interface GrpcContentFeed extends ContentFeed {
  close(): void
}

const actor = serviceActor('publisher')
const askedAtOnce = 16
const portion = 200

/** `address` is the content service's `host:port`. */
export function grpcContentFeed(address: string, sign?: CallSigner): GrpcContentFeed {
  const content = grpcClient([ChangeServiceDef, PostServiceDef, PageServiceDef, SnapshotServiceDef], address, sign)

  async function entry({ type, id }: EntryKey, options: CallOptions): Promise<EntrySource | undefined> {
    try {
      if (type === 'page') return fromPage(await content.getPage({ id }, options))
      const { post } = await content.getPost({ id, resolveRelated: false }, options)
      return post ? fromPost(post) : undefined
    } catch (error) {
      if (isAppError(error) && error.kind === 'not_found') return undefined
      throw error
    }
  }

  return {
    async changesSince(cursor, signal) {
      const changes: EntryChange[] = []
      let next: string | undefined
      for await (const part of content.streamChanges({ cursor }, optionsOf(signal))) {
        for (const { type, id, revision, deleted } of part.changes)
          if (type === 'post' || type === 'page') changes.push({ type, id, revision, deleted })
        next = part.cursor ?? next
      }
      if (next === undefined) throw new Error('content told no cursor at the end of its changes')
      return { changes, cursor: next }
    },

    async entries(keys, signal) {
      const found: EntrySource[] = []
      await inParallel(keys, askedAtOnce, async (key) => {
        const source = await entry(key, optionsOf(signal))
        if (source) found.push(source)
      })
      return found
    },

    async *everything(signal) {
      let some: EntrySource[] = []
      for await (const { post, page } of content.streamContent({}, optionsOf(signal))) {
        if (post) some.push(fromPost(post))
        if (page) some.push(fromPage(page))
        if (some.length < portion) continue
        yield some
        some = []
      }
      yield some
    },

    close: () => content.close(),
  }
}

const optionsOf = (signal: AbortSignal | undefined): CallOptions => (signal ? { actor, signal } : { actor })
