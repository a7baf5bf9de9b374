import {
  ChangeServiceDef,
  PageServiceDef,
  PostServiceDef,
  SnapshotServiceDef,
} from '@typecase/contracts/services'
import { contentChanges, contentItems } from '@typecase/runtime/content-feed'
import { grpcClient, type LocalServers } from '@typecase/runtime/grpc'
import type { CallSigner } from '@typecase/runtime/service-keys'
import type { ContentFeed, EntrySource } from '../../core/site/content-model.ts'
import { optionsOf } from './call-options.ts'
import { fromPage, fromPost } from './messages.ts'

export interface GrpcContentFeed extends ContentFeed {
  close(): void
}

const entriesAtOnce = 200

export function grpcContentFeed(address: string, sign?: CallSigner, local?: LocalServers): GrpcContentFeed {
  const content = grpcClient(
    [ChangeServiceDef, PostServiceDef, PageServiceDef, SnapshotServiceDef],
    address,
    sign,
    local,
  )

  return {
    changesSince: (cursor, signal) => contentChanges(content, cursor, optionsOf(signal)),

    async entries(keys, signal) {
      const found: EntrySource[] = []
      for await (const { post, page } of contentItems(content, keys, optionsOf(signal))) {
        if (post) found.push(fromPost(post))
        if (page) found.push(fromPage(page))
      }
      return found
    },

    async *everything(signal) {
      let some: EntrySource[] = []
      for await (const { post, page } of content.streamContent({}, optionsOf(signal))) {
        if (post) some.push(fromPost(post))
        if (page) some.push(fromPage(page))
        if (some.length < entriesAtOnce) continue
        yield some
        some = []
      }
      yield some
    },

    close: () => content.close(),
  }
}
