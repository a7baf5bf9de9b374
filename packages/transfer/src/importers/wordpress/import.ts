/** Imports a WXR export of WordPress: the first pass indexes references, the second converts items. */
import { TransferError } from '../../errors.ts'
import type { Entry, Item, Media } from '../../model.ts'
import { parentsFirst } from '../../parents-first.ts'
import { compact } from '../fields.ts'
import type { ImportSource } from '../importer.ts'
import { isMedia, type MediaNames, mediaNames } from '../media-files.ts'
import { itemOf } from './items.ts'
import { menusOf } from './menus.ts'
import { readWxr, type WxrItem } from './read-wxr.ts'
import { field, type IndexedItem, idOf, indexOf, type SiteIndex } from './site-index.ts'

export async function* importWordPress(source: ImportSource): AsyncGenerator<Entry> {
  const { tree, limits, reporter } = source
  const file = exportFile(source)
  const index = await indexOf(readWxr(await tree.open(file), limits))
  if (index.items.size === 0)
    throw new TransferError('UNKNOWN_FORMAT', `${file} has no items of a WordPress export`)
  yield { kind: 'settings', settings: { siteTitle: index.title, siteDescription: index.description } }
  yield { kind: 'users', users: usersOf(index) }
  const menus = menusOf(index, reporter)
  const names = mediaNames()
  // Collects pages until the end, because parents must come before their children.
  const pages: Item[] = []
  for await (const record of readWxr(await tree.open(file), limits)) {
    if (record.kind !== 'item') continue
    const { item } = record
    const indexed = index.items.get(idOf(item))
    if (!indexed) continue
    for (const comment of item.comments)
      yield { kind: 'beside', name: 'comments', record: { item: `wordpress:${indexed.id}`, ...comment } }
    if (indexed.type === 'nav_menu_item') menus.add(item)
    else if (indexed.type === 'attachment') yield* attachment(item, indexed.id, names, source)
    else yield* content(item, indexed, index, pages, source)
  }
  for (const item of parentsFirst(pages)) yield { kind: 'item', item }
  yield { kind: 'menu', items: menus.main() }
  reportTerms(index, source)
}

function exportFile({ tree, reporter }: ImportSource): string {
  const files = tree.files.filter(({ path }) => /\.xml$/i.test(path))
  const [file] = files
  if (!file) throw new TransferError('UNKNOWN_FORMAT', 'there is no .xml file of a WordPress export')
  for (const { path } of files.slice(1))
    reporter.lose(
      'other-export',
      path,
      `is skipped, because only ${file.path} is read; import the files one by one`,
    )
  return file.path
}

/** Yields posts immediately, but collects pages. */
function* content(
  item: WxrItem,
  indexed: IndexedItem,
  index: SiteIndex,
  pages: Item[],
  { reporter, options }: ImportSource,
): Generator<Entry> {
  const context = { index, reporter, now: options.now ?? new Date() }
  const subject = `${indexed.type} ${indexed.id} "${indexed.title}"`
  if (field(item, 'wp:status') === 'trash') reporter.lose('trash', subject, 'is in the trash')
  else if (indexed.type === 'post') yield { kind: 'item', item: itemOf(item, indexed, context) }
  else if (indexed.type === 'page') pages.push(itemOf(item, indexed, context))
  else reporter.lose('item-type', subject, 'is of a type that Typecase does not have')
}

const usersOf = ({ authors }: SiteIndex) =>
  authors.map((fields) =>
    compact({
      username: (fields['wp:author_login'] ?? '').trim(),
      email: fields['wp:author_email']?.trim() || undefined,
      name: fields['wp:author_display_name']?.trim() || undefined,
    }),
  )

/** Yields a media file from the media folder or by download. Reports a missing file; links to it stay. */
async function* attachment(
  item: WxrItem,
  id: string,
  names: MediaNames,
  source: ImportSource,
): AsyncGenerator<Entry> {
  const { reporter, options } = source
  const url = field(item, 'wp:attachment_url')
  const subject = `attachment ${id} ${url}`
  const name = url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  if (!isMedia(name))
    return reporter.lose('file-type', subject, 'is of a type that the media library does not accept')
  const media: Media = compact({
    file: names.take(name),
    url,
    sourceKey: `wordpress:${id}`,
    originalFilename: name,
    alt: item.meta.get('_wp_attachment_image_alt') || undefined,
    caption: field(item, 'excerpt:encoded') || undefined,
  })
  const path = storedPath(url, source)
  const { download } = options
  const stored = mediaOf(source)
  if (path !== undefined) yield { kind: 'media', media, open: () => stored.open(path) }
  else if (!download)
    reporter.lose(
      'media-not-found',
      subject,
      'was not found in the media folder; bodies keep its old address',
    )
  else {
    const body = await download(url).catch((error: unknown) => {
      reporter.lose(
        'media-not-found',
        subject,
        `cannot be downloaded: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
    if (body) yield { kind: 'media', media, open: async () => body }
  }
}

/** The media folder; by default, the folder of the export. */
const mediaOf = ({ options, tree }: ImportSource) => options.media ?? tree

/** Finds the file in the media folder whose path is the longest suffix of the URL: `2024/05/a.png`. */
function storedPath(url: string, source: ImportSource): string | undefined {
  if (!URL.canParse(url)) return undefined
  const media = mediaOf(source)
  const parts = decodeURIComponent(new URL(url).pathname).split('/').filter(Boolean)
  for (let from = 0; from < parts.length; from++) {
    const path = parts.slice(from).join('/')
    if (media.has(path)) return path
  }
  return undefined
}

function reportTerms({ terms }: SiteIndex, { reporter }: ImportSource): void {
  for (const { domain, name, description, uses } of terms.values()) {
    if (domain === 'nav_menu') continue
    if (uses === 0)
      reporter.lose(
        'term-unused',
        `${domain} "${name}"`,
        'is used by no item; Typecase only has terms that an item uses',
      )
    if (description)
      reporter.lose(
        'term-description',
        `${domain} "${name}"`,
        `loses its description: ${description.slice(0, 200)}`,
      )
  }
}
