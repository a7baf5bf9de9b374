/** Imports an archive: media, pages, posts, settings, menu, users and redirects, in this order. */
import type { ApiClient } from '@typecase/client'
import { manifestFile } from '../archive/manifest.ts'
import type { Archive } from '../archive/read.ts'
import { TransferError } from '../errors.ts'
import { type Rewriter, rewriterOf } from '../markup/rewriter.ts'
import type { Entry, EntryOf, Item, Redirect } from '../model.ts'
import { shown } from '../source/safe-path.ts'
import { type Aliases, createAliases } from './aliases.ts'
import { whileHeld } from './hold.ts'
import { attempt, count, type ImportResult } from './import-result.ts'
import { inParallel } from './parallel.ts'
import { importItems, type OnExisting } from './write-items.ts'
import { openMediaWriter } from './write-media.ts'
import { importMenu, importRedirects, importSettings } from './write-rest.ts'
import { importUsers } from './write-users.ts'

export interface RunOptions {
  readonly onExisting: OnExisting
  /** True to update links to imported items. */
  readonly rewritesLinks: boolean
  readonly origins: readonly string[]
  readonly withSettings: boolean
  readonly withMenu: boolean
  readonly withUsers: boolean
  /** True to apply the roles of the archive's users. */
  readonly keepsRoles: boolean
  readonly onProgress: (progress: ImportProgress) => void
  /**
   * Cancels the import; the result then has `isCancelled`. Pass the same signal to the client to abort
   * running requests. The next run finds everything that was stored.
   */
  readonly signal?: AbortSignal
}

export interface ImportProgress {
  readonly phase: 'media' | 'items'
  readonly done: number
  readonly total: number
}

/** Concurrent uploads. */
const parallelUploads = 4

/** Imports the archive. Automatic generations wait until the end, so that only one runs. */
export async function runImport(
  client: ApiClient,
  archive: Archive,
  options: RunOptions,
): Promise<ImportResult> {
  const counts = { created: 0, replaced: 0, unchanged: 0 }
  const result: ImportResult = { ...counts, failed: [], notApplied: {}, isCancelled: false }
  try {
    await whileHeld(client, () => importAll(client, archive, options, result))
  } catch (error) {
    if (!options.signal?.aborted) throw error
    result.isCancelled = true
  }
  return result
}

async function importAll(
  client: ApiClient,
  archive: Archive,
  options: RunOptions,
  result: ImportResult,
): Promise<void> {
  const media = await importMedia(client, archive, options, result)
  const redirects = options.rewritesLinks ? await redirectsOf(archive) : []
  const rewriter = rewriterOf({ media, redirects, origins: options.origins })
  const aliases = createAliases()
  const items = itemsOf(archive, rewriter, aliases, options.signal)
  const { pages = 0, posts = 0 } = archive.manifest.counts
  const onProgress = (done: number) => options.onProgress({ phase: 'items', done, total: pages + posts })
  await importItems(client, items, { onExisting: options.onExisting, onProgress }, result)
  for await (const entry of archive.entries(['settings', 'menu', 'users', 'redirects', 'beside']))
    await importRest(client, entry, { rewriter, aliases, options }, result)
}

/** Uploads media files. Returns the new URLs of files whose URL changed, by their URLs in the archive. */
async function importMedia(
  client: ApiClient,
  archive: Archive,
  options: RunOptions,
  result: ImportResult,
): Promise<Map<string, string>> {
  const all: EntryOf<'media'>[] = []
  for await (const entry of archive.entries(['media'])) all.push(entry)
  const writer = await openMediaWriter(client, new Set(all.flatMap(({ media }) => media.id ?? [])))
  const urls = new Map<string, string>()
  let done = 0
  await inParallel(
    untilAborted(all, options.signal),
    () => parallelUploads,
    async ({ media, open }) => {
      await attempt(media.file, result, async () => {
        const { url, isNew } = await writer.write(media, digestOf(media.file, archive), open)
        result[isNew ? 'created' : 'unchanged'] += 1
        for (const old of [media.url, ...(media.aliases ?? [])]) if (old !== url) urls.set(old, url)
      })
      options.onProgress({ phase: 'media', done: ++done, total: archive.manifest.counts.media ?? 0 })
    },
  )
  return urls
}

async function* untilAborted<T>(items: readonly T[], signal: AbortSignal | undefined): AsyncGenerator<T> {
  for (const item of items) {
    signal?.throwIfAborted()
    yield item
  }
}

/** The file's digest in the manifest. openArchive has verified it, or prepareImport has computed it. */
function digestOf(file: string, { manifest }: Archive): string {
  const listed = manifest.files[`media/${file}`]
  if (!listed) throw new TransferError('DAMAGED', `media/${shown(file)} is not listed in ${manifestFile}`)
  return listed.sha256
}

async function redirectsOf(archive: Archive): Promise<readonly Redirect[]> {
  for await (const { redirects } of archive.entries(['redirects'])) return redirects
  return []
}

/** Yields items with rewritten links, and adds their earlier addresses to `aliases`. */
async function* itemsOf(
  archive: Archive,
  rewriter: Rewriter,
  aliases: Aliases,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  for await (const { item } of archive.entries(['item'])) {
    signal?.throwIfAborted()
    aliases.add(item)
    yield rewritten(item, rewriter)
  }
}

/** Metadata fields with an image of the archive. */
const imageFields = ['featuredImage', 'socialImage'] as const

function rewritten(item: Item, rewriter: Rewriter): Item {
  const { metadata, body, revisions } = item
  const address = metadata.sourceUrl ?? '/'
  return {
    ...item,
    metadata: withImages(metadata, rewriter, address),
    body: rewriter.body(body, address),
    ...(revisions && {
      revisions: revisions.map((one) => ({
        ...one,
        metadata: withImages(one.metadata, rewriter, address),
        content: rewriter.body(one.content, address),
      })),
    }),
  }
}

/** Returns the metadata with the new URLs of its images. */
function withImages<T extends { readonly [field: string]: unknown }>(
  metadata: T,
  rewriter: Rewriter,
  address: string,
): T {
  const images = imageFields.flatMap((name) => {
    const image = metadata[name]
    return isImage(image) ? [[name, { ...image, url: rewriter.url(image.url, address) }]] : []
  })
  return { ...metadata, ...Object.fromEntries(images) }
}

const isImage = (value: unknown): value is { readonly url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

interface Rest {
  readonly rewriter: Rewriter
  readonly aliases: Aliases
  readonly options: RunOptions
}

async function importRest(
  client: ApiClient,
  entry: Entry,
  { rewriter, aliases, options }: Rest,
  result: ImportResult,
): Promise<void> {
  if (entry.kind === 'settings' && options.withSettings) await importSettings(client, entry.settings, result)
  else if (entry.kind === 'menu' && options.withMenu) await importMenu(client, entry.items, rewriter, result)
  else if (entry.kind === 'users' && options.withUsers)
    await importUsers(client, entry.users, options.keepsRoles, result)
  else if (entry.kind === 'settings') count(result, 'settings', Object.keys(entry.settings).length)
  else if (entry.kind === 'menu') count(result, 'menu', entry.items.length)
  else if (entry.kind === 'users') count(result, 'users', entry.users.length)
  else if (entry.kind === 'beside') count(result, entry.name)
  else if (entry.kind === 'redirects')
    await importRedirects(
      client,
      entry.redirects.filter((redirect) => !aliases.covers(redirect)),
      result,
    )
}
