/** Archive to system: media, pages, posts, menu and settings, in this order. */
import { type ApiClient, ApiError, unwrap } from '@typecase/client'
import type { Archive } from '../archive/read.ts'
import { messageOf } from '../errors.ts'
import { type Rewriter, rewriterOf } from '../markup/rewriter.ts'
import type { Entry, Fields, Item, MenuItem, Redirect } from '../model.ts'
import { ExistingError, type OnExisting, openItemWriter } from './write-item.ts'
import { openMediaWriter } from './write-media.ts'

export interface RunOptions {
  readonly onExisting: OnExisting
  /** Whether links to imported items get their new addresses. */
  readonly rewritesLinks: boolean
  readonly origins: readonly string[]
  readonly withSettings: boolean
  readonly withMenu: boolean
  readonly onProgress: (text: string) => void
}

export interface Failure {
  readonly subject: string
  readonly code: string
  readonly message: string
}

export interface ImportResult {
  created: number
  replaced: number
  unchanged: number
  readonly failed: Failure[]
  /** Numbers of fields and items that the API cannot take yet. They stay in the archive. */
  readonly notApplied: Record<string, number>
}

/** Redirects in one request; the server takes 10,000. */
const redirectsAtOnce = 5_000

/** Requests at the same time. */
const parallel = 4

export async function runImport(
  client: ApiClient,
  archive: Archive,
  options: RunOptions,
): Promise<ImportResult> {
  const result: ImportResult = { created: 0, replaced: 0, unchanged: 0, failed: [], notApplied: {} }
  const media = await importMedia(client, archive, options, result)
  const redirects = options.rewritesLinks ? await redirectsOf(archive) : []
  const rewriter = rewriterOf({ media, redirects, origins: options.origins })
  await importItems(client, archive, rewriter, options, result)
  for await (const entry of archive.entries()) await importRest(client, entry, rewriter, options, result)
  return result
}

async function importMedia(client: ApiClient, archive: Archive, options: RunOptions, result: ImportResult) {
  const writer = await openMediaWriter(client)
  const urls = new Map<string, string>()
  let done = 0
  for await (const entry of archive.entries()) {
    if (entry.kind !== 'media') continue
    const { media, open } = entry
    await attempt(media.file, result, async () => {
      const { url, isNew } = await writer.write(media, open)
      result[isNew ? 'created' : 'unchanged'] += 1
      for (const old of [media.url, ...(media.aliases ?? [])]) urls.set(old, url)
    })
    options.onProgress(`media ${++done} of ${archive.manifest.counts.media ?? 0}`)
  }
  return urls
}

async function redirectsOf(archive: Archive): Promise<readonly Redirect[]> {
  for await (const entry of archive.entries()) if (entry.kind === 'redirects') return entry.redirects
  return []
}

/** Pages one after the other, because a child needs its parent; posts at the same time. */
async function importItems(
  client: ApiClient,
  archive: Archive,
  rewriter: Rewriter,
  options: RunOptions,
  result: ImportResult,
): Promise<void> {
  const writer = await openItemWriter(client, options.onExisting)
  const { pages = 0, posts = 0 } = archive.manifest.counts
  let done = 0
  const running = new Set<Promise<void>>()
  const write = (item: Item) =>
    attempt(item.metadata.sourceKey, result, async () => {
      result[await writer.write(rewritten(item, rewriter))] += 1
      for (const field of writer.notApplied(item)) count(result, field)
      options.onProgress(`items ${++done} of ${pages + posts}`)
    })
  for await (const entry of archive.entries()) {
    if (entry.kind !== 'item') continue
    if (entry.item.type === 'page') {
      await write(entry.item)
      continue
    }
    const task = write(entry.item).finally(() => running.delete(task))
    running.add(task)
    if (running.size >= parallel) await Promise.race(running)
  }
  await Promise.all(running)
}

function rewritten(item: Item, rewriter: Rewriter): Item {
  const { metadata, body } = item
  const address = metadata.sourceUrl ?? '/'
  const image = metadata.featuredImage
  const featuredImage = image && { ...image, url: rewriter.url(image.url, address) }
  return {
    ...item,
    metadata: { ...metadata, ...(featuredImage ? { featuredImage } : {}) },
    body: rewriter.body(body, address),
  }
}

async function importRest(
  client: ApiClient,
  entry: Entry,
  rewriter: Rewriter,
  options: RunOptions,
  result: ImportResult,
): Promise<void> {
  if (entry.kind === 'settings' && options.withSettings) await importSettings(client, entry.settings, result)
  else if (entry.kind === 'menu' && options.withMenu) await importMenu(client, entry.items, rewriter, result)
  else if (entry.kind === 'settings') count(result, 'settings', Object.keys(entry.settings).length)
  else if (entry.kind === 'menu') count(result, 'menu', entry.items.length)
  else if (entry.kind === 'redirects') await importRedirects(client, entry.redirects, result)
  else if (entry.kind === 'users') count(result, 'users', entry.users.length)
  else if (entry.kind === 'beside') count(result, entry.name)
}

async function importSettings(client: ApiClient, settings: Fields, result: ImportResult): Promise<void> {
  await attempt('settings.json', result, async () => {
    // The theme is not part of an archive, and the output folder belongs to this system.
    const { activeTheme: _theme, staticOutputDir: _folder, ...body } = settings
    if (Object.keys(body).length > 0) await unwrap(client.PUT('/api/settings', { body }))
  })
}

/** A menu that exists is not replaced without a word. */
async function importMenu(
  client: ApiClient,
  items: readonly MenuItem[],
  rewriter: Rewriter,
  result: ImportResult,
) {
  if (items.length === 0) return
  await attempt('menu.json', result, async () => {
    const { data } = await unwrap(client.GET('/api/menu'))
    const body = items.map((item) => ({ ...item, url: rewriter.url(item.url, '/') }))
    const isSame = data.length === body.length && data.every(({ id }, at) => id === body[at]?.id)
    if (!isSame) await unwrap(client.PUT('/api/menu', { body }))
  })
}

/** A line of an invalid redirect is reported as a failure of its own. */
async function importRedirects(
  client: ApiClient,
  redirects: readonly Redirect[],
  result: ImportResult,
): Promise<void> {
  for (let at = 0; at < redirects.length; at += redirectsAtOnce) {
    const part = redirects.slice(at, at + redirectsAtOnce)
    await attempt('redirects.json', result, async () => {
      const form = new FormData()
      form.set(
        'file',
        new Blob([part.map(({ from, to }) => `${quoted(from)},${quoted(to)}\n`).join('')]),
        'redirects.csv',
      )
      const body = { file: 'redirects.csv' }
      const done = await unwrap(client.POST('/api/redirects/import', { body, bodySerializer: () => form }))
      result.created += done.created
      result.replaced += done.replaced
      result.unchanged += done.unchanged
      for (const { line, message } of done.refused)
        result.failed.push({
          subject: `redirect from ${part[line - 1]?.from}`,
          code: 'VALIDATION_ERROR',
          message,
        })
    })
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function count({ notApplied }: ImportResult, name: string, by = 1): void {
  if (by > 0) notApplied[name] = (notApplied[name] ?? 0) + by
}

/** An item that the server refuses does not end the import; a lost session or server does. */
async function attempt(subject: string, result: ImportResult, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const isOfItem = error instanceof ExistingError || (error instanceof ApiError && isRefusal(error))
    if (!isOfItem) throw error
    const code = error instanceof ApiError ? error.code : 'EXISTS'
    const details =
      error instanceof ApiError ? error.details.map(({ path, message }) => `; ${path}: ${message}`) : []
    result.failed.push({ subject, code, message: messageOf(error) + details.join('') })
  }
}

const isRefusal = ({ status }: ApiError): boolean => ![401, 403, 429, 500, 503].includes(status)
