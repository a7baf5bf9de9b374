/** The services that the publisher calls, as real gRPC servers with data in memory. */
import { createHash } from 'node:crypto'
import {
  ChangeServiceDef,
  FileServiceDef,
  MenuServiceDef,
  PageServiceDef,
  PostServiceDef,
  ProfileServiceDef,
  type ServiceDef,
  SettingsServiceDef,
  SnapshotServiceDef,
  ThemeServiceDef,
} from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { AppError } from '@typecase/kernel'
import { type Implementation, serveGrpc } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'

export interface UpstreamState {
  posts: { slug: string; title: string; status: string; content: string; metadata?: object }[]
  settings: Record<string, unknown>
  theme: Record<string, string>
  images: Record<string, string>
  profiles?: { username: string; profile: { displayName: string; avatar?: string } }[]
}

const log = createLogger('upstreams', 'silent')
const created = toTimestamp(new Date('2026-01-01T00:00:00.000Z'))
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const idOf = ({ slug }: { slug: string }) =>
  digest(slug).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Implements only the methods that tests need. */
function serviceWith(def: ServiceDef<unknown, unknown>, handlers: Record<string, unknown>): Implementation {
  const missing = () => Promise.reject(new AppError('internal', 'NOT_IN_THIS_TEST', 'not in this test'))
  const names = Object.keys(def.definition()).map((name) => name.charAt(0).toLowerCase() + name.slice(1))
  return { def, handlers: Object.fromEntries(names.map((name) => [name, handlers[name] ?? missing])) }
}

export async function startUpstreams(state: UpstreamState) {
  const settings = () => ({
    siteTitle: 'Site',
    siteDescription: '',
    postsPerPage: 10,
    footerCode: '',
    siteUrl: '',
    staticOutputDir: '_site',
    staticBaseUrl: '',
    staticCleanUrls: true,
    staticAutoPublish: true,
    allowRawHtml: false,
    rssEntryLimit: 1000,
    siteLanguage: 'en',
    siteTimezone: 'UTC',
    permalinkPost: '/post/{slug}/',
    permalinkPage: '/page/{slug}/',
    redirectPages: false,
    socialCards: false,
    siteLogo: '',
    siteIcon: '',
    siteAccentColor: '',
    socialLinks: [],
    revision: 1,
    ...state.settings,
  })
  const theme = () => ({
    name: 'plain',
    path: 'themes/plain',
    infoJson: '{"title":"Plain"}',
    version: '1.0.0',
    active: true,
    bundled: true,
    digest: digest(JSON.stringify(state.theme)),
  })
  const file = ([filename, text]: [string, string]) => ({
    id: filename,
    filename,
    url: `/images/${filename}`,
    size: text.length,
    type: 'image',
    digest: digest(text),
    createdAt: created,
    updatedAt: created,
  })
  const message = ({ metadata = {}, ...post }: UpstreamState['posts'][number]) => ({
    ...post,
    id: idOf(post),
    author: 'ann',
    createdAt: created,
    updatedAt: created,
    metadataJson: JSON.stringify(metadata),
    revision: 1,
  })
  const server = serveGrpc({
    name: 'upstreams',
    log,
    host: '127.0.0.1',
    port: 0,
    services: [
      serviceWith(SettingsServiceDef, { getSettings: async () => settings() }),
      serviceWith(SnapshotServiceDef, {
        async *streamContent() {
          yield { settings: settings() }
          for (const post of state.posts) yield { post: message(post) }
        },
        async *streamItems({ keys }: { keys: readonly { id: string }[] }) {
          for (const post of state.posts)
            if (keys.some(({ id }) => id === idOf(post))) yield { post: message(post) }
        },
      }),
      serviceWith(ChangeServiceDef, {
        async *streamChanges() {
          yield {
            changes: state.posts.map((post) => ({
              type: 'post',
              id: idOf(post),
              revision: 1,
              deleted: false,
            })),
            cursor: 'now',
          }
        },
      }),
      serviceWith(PostServiceDef, {
        async getPost({ id }: { id: string }) {
          const post = state.posts.find((post) => idOf(post) === id)
          if (!post) throw new AppError('not_found', 'POST_NOT_FOUND', 'Post not found')
          return { post: message(post), related: [] }
        },
      }),
      serviceWith(ProfileServiceDef, { listProfiles: async () => ({ profiles: state.profiles ?? [] }) }),
      serviceWith(PageServiceDef, {}),
      serviceWith(ThemeServiceDef, {
        getActiveTheme: async () => theme(),
        async *readTheme() {
          for (const [path, text] of Object.entries(state.theme))
            for (const half of [text.slice(0, 3), text.slice(3)]) yield { path, chunk: Buffer.from(half) }
        },
      }),
      serviceWith(MenuServiceDef, {
        getMenu: async () => ({ items: [{ id: 'm', title: 'Blog', url: '/blog/', order: 1 }], revision: 1 }),
      }),
      serviceWith(FileServiceDef, {
        listFiles: async () => ({ files: Object.entries(state.images).map(file), total: 0 }),
        async *readFile({ filename }: { filename: string }) {
          const text = state.images[filename]
          if (text === undefined) throw new AppError('not_found', 'FILE_NOT_FOUND', 'File not found')
          yield { file: file([filename, text]) }
          yield { chunk: Buffer.from(text) }
        },
      }),
    ],
  })
  await server.start()
  return { address: server.address(), stop: () => server.stop() }
}
