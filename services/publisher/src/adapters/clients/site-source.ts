import type { ReadFileReply } from '@typecase/contracts/messages'
import {
  FileServiceDef,
  MenuServiceDef,
  SettingsServiceDef,
  ThemeServiceDef,
} from '@typecase/contracts/services'
import { isAppError } from '@typecase/kernel'
import { type CallOptions, grpcClient, type LocalServers } from '@typecase/runtime/grpc'
import type { CallSigner } from '@typecase/runtime/service-keys'
import type { StoredSource } from '../../core/pages/planned.ts'
import type { InstalledThemes, SiteSource, SourceTheme } from '../../core/ports.ts'
import { compare, type Profile } from '../../core/site/site.ts'
import { optionsOf } from './call-options.ts'
import { fromFile, fromMenuItem, fromSettings } from './messages.ts'
import type { ProfileReader, StoredProfile } from './profiles.ts'
import { type LoadedTheme, readTheme } from './theme-files.ts'

export interface SourceAddresses {
  readonly content: string
  readonly media: string
  readonly themes: string
  readonly signer?: (target: 'content' | 'media' | 'themes') => CallSigner | undefined
  readonly local?: LocalServers | undefined
  readonly profiles: ProfileReader
}

/** Reads from the other services; `withRenderedImages` adds rendered images. */
export interface GrpcSiteSource extends Omit<SiteSource, 'open'>, InstalledThemes {
  open(
    source: StoredSource,
    theme: Pick<SourceTheme, 'name' | 'digest'>,
    signal?: AbortSignal,
  ): ReturnType<SiteSource['open']>
  close(): void
}

/** Maximum cached themes: the active one and a previewed one. */
const themesKept = 2

export function grpcSiteSource({
  signer = () => undefined,
  local,
  profiles,
  ...addresses
}: SourceAddresses): GrpcSiteSource {
  const content = grpcClient([SettingsServiceDef], addresses.content, signer('content'), local)
  const media = grpcClient([FileServiceDef], addresses.media, signer('media'), local)
  const themes = grpcClient([ThemeServiceDef, MenuServiceDef], addresses.themes, signer('themes'), local)
  /** Cached themes by digest. */
  const known = new Map<string, LoadedTheme>()

  async function loadTheme(
    name: string | undefined,
    digest: string | undefined,
    options: CallOptions,
  ): Promise<LoadedTheme> {
    const found = known.get(digest ?? '')
    if (found) return found
    const message =
      name === undefined ? await themes.getActiveTheme({}, options) : await themes.getTheme({ name }, options)
    const read =
      known.get(message.digest) ??
      (await readTheme(themes.readTheme({ name: message.name, digest: message.digest }, options), message))
    // Moves the theme to the end: the first is evicted.
    known.delete(message.digest)
    known.set(message.digest, read)
    for (const oldest of [...known.keys()].slice(0, -themesKept)) known.delete(oldest)
    return read
  }

  const open = async ({ folder, filename }: StoredSource & { from: 'media' }, options: CallOptions) => {
    const replies = media.readFile({ folder, filename }, options)[Symbol.asyncIterator]()
    const first = await replies.next().catch((error: unknown) => {
      if (isAppError(error) && error.kind === 'not_found') return undefined
      throw error
    })
    if (!first) return undefined
    return restOf(first, replies)
  }

  return {
    settings: async () => fromSettings(await content.getSettings({}, optionsOf())),
    async siteContext(signal) {
      const options = optionsOf(signal)
      const [settings, active, menu, files, stored] = await Promise.all([
        content.getSettings({}, options),
        loadTheme(undefined, undefined, options),
        themes.getMenu({}, options),
        media.listFiles({ type: 'all' }, options),
        profiles.read(signal),
      ])
      return {
        settings: fromSettings(settings),
        theme: active.source,
        menu: menu.items.map(fromMenuItem),
        media: files.files.map(fromFile),
        profiles: withAvatars(stored, files.files),
      }
    },
    theme: async (name, signal) => (await loadTheme(name, undefined, optionsOf(signal))).source,
    async open(source, { name, digest }, signal) {
      const options = optionsOf(signal)
      if (source.from === 'media') return open(source, options)
      const bytes = (await loadTheme(name, digest, options)).assets.get(source.path)
      return bytes && oneChunk(bytes)
    },
    close() {
      content.close()
      media.close()
      themes.close()
      profiles.close()
    },
  }
}

/** Sorted by username, so that equal profiles have equal digests. Omits avatars whose file was deleted. */
function withAvatars(
  profiles: readonly StoredProfile[],
  files: readonly { readonly id: string; readonly url: string }[],
): readonly Profile[] {
  if (profiles.length === 0) return []
  const wanted = new Set(profiles.map(({ avatar }) => avatar))
  const urls = new Map(files.flatMap(({ id, url }) => (wanted.has(id) ? [[id, url] as const] : [])))
  return profiles
    .map((profile) => ({ ...profile, avatar: urls.get(profile.avatar ?? '') ?? null }))
    .sort((a, b) => compare(a.username, b.username))
}

async function* restOf(
  first: IteratorResult<ReadFileReply>,
  replies: AsyncIterator<ReadFileReply>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await replies.next())
      if (next.value.chunk?.length) yield next.value.chunk
  } finally {
    await replies.return?.()
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
