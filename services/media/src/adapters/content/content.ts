import type { Page, Post } from '@typecase/contracts/messages'
import {
  ChangeServiceDef,
  PageServiceDef,
  PostServiceDef,
  SettingsServiceDef,
  SnapshotServiceDef,
} from '@typecase/contracts/services'
import { isAppError, serviceActor } from '@typecase/kernel'
import { contentChanges, contentItems } from '@typecase/runtime/content-feed'
import { type Client, grpcClient, type LocalServers } from '@typecase/runtime/grpc'
import type { CallSigner } from '@typecase/runtime/service-keys'
import type { Content } from '../../core/ports.ts'
import { type ContentItem, imageFields } from '../../core/references/item.ts'

const services = [
  PostServiceDef,
  PageServiceDef,
  SettingsServiceDef,
  ChangeServiceDef,
  SnapshotServiceDef,
] as const
type ContentClient = Client<typeof services>

/** Milliseconds per call. */
const deadlineMs = 4_000

/** Reads act as the media service; saves act as the calling user. */
const asMedia = { actor: serviceActor('media'), deadlineMs }

export const contentClient = (address: string, sign?: CallSigner, local?: LocalServers): ContentClient =>
  grpcClient(services, address, sign, local)

/** `ownUrls` are the public URLs of Typecase and of its site. */
export const grpcContent = (client: ContentClient, ownUrls: readonly (string | undefined)[]): Content => ({
  changesSince: (cursor) => contentChanges(client, cursor, asMedia),

  async item({ type, id }) {
    try {
      if (type === 'page') return fromPage(await client.getPage({ id }, asMedia))
      const { post } = await client.getPost({ id, resolveRelated: false }, asMedia)
      if (!post) throw new Error(`content returned no post for ${id}`)
      return fromPost(post)
    } catch (error) {
      if (isAppError(error) && error.kind === 'not_found') return undefined
      throw error
    }
  },

  async *items(keys) {
    for await (const { post, page } of contentItems(client, keys, asMedia)) {
      if (post) yield fromPost(post)
      if (page) yield fromPage(page)
    }
  },

  async save({ type, id, revision }, { content, ...images }) {
    const request = { id, metadataJson: JSON.stringify(images), content, expectedRevision: revision }
    await (type === 'post' ? client.updatePost(request) : client.updatePage(request))
  },

  async siteSettings() {
    const { siteTitle, siteLogo, siteIcon, siteUrl, staticBaseUrl } = await client.getSettings({}, asMedia)
    const all = [...ownUrls, siteUrl, staticBaseUrl].map((url) => originOf(url ?? ''))
    const origins = [...new Set(all.filter((origin) => origin !== undefined))]
    return { siteTitle, siteLogo, siteIcon, origins }
  },

  async clearSiteImages(images) {
    await client.updateSettings(Object.fromEntries(images.map((name) => [name, ''])))
  },
})

const fromPost = ({ metadataJson, content, ...post }: Post): ContentItem =>
  itemOf('post', post, metadataJson, content)
const fromPage = ({ metadataJson, content, ...page }: Page): ContentItem =>
  itemOf('page', page, metadataJson, content)

function itemOf(
  type: ContentItem['type'],
  { id, revision, title, slug, status }: Pick<Post, 'id' | 'revision' | 'title' | 'slug' | 'status'>,
  metadataJson: string,
  content: string | undefined,
): ContentItem {
  const metadata = JSON.parse(metadataJson || '{}') as Readonly<Record<string, unknown>>
  return {
    type,
    id,
    revision,
    title,
    slug,
    status,
    body: content ?? '',
    ...Object.fromEntries(
      imageFields.flatMap((name) => (isObject(metadata[name]) ? [[name, metadata[name]]] : [])),
    ),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The origin of an absolute http(s) URL. */
function originOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}
