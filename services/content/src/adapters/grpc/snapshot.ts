import type { ContentItemInput } from '@typecase/contracts/messages'
import { SnapshotServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import type { ContentItem } from '../../core/ports.ts'
import { toPage } from './pages.ts'
import { toPost } from './posts.ts'
import { toSettings } from './settings.ts'

export const snapshotHandlers = (app: ContentApp) =>
  implement(SnapshotServiceDef, {
    streamContent: async function* (_, { actor }) {
      for await (const item of app.streamContent(actor)) yield toContentItem(item)
    },
    streamItems: async function* ({ keys }, { actor }) {
      const known = keys.flatMap(({ type, id }) =>
        type === 'post' || type === 'page' ? [{ type, id } as const] : [],
      )
      for await (const item of app.streamItems(actor, known)) yield toContentItem(item)
    },
    readPosition: async (_, { actor }) => ({ position: await app.readPosition(actor) }),
  })

export function toContentItem(item: ContentItem): ContentItemInput {
  if ('post' in item) return { post: toPost(item.post) }
  if ('page' in item) return { page: toPage(item.page) }
  return { settings: toSettings(item.settings) }
}
