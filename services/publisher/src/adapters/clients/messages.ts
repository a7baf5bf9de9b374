import { createHash } from 'node:crypto'
import type {
  File,
  MenuItem as MenuItemMessage,
  Page as PageMessage,
  Post as PostMessage,
  Rendition as RenditionMessage,
  Settings as SettingsMessage,
} from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { defaultPermalinks } from '@typecase/kernel'
import type { EntrySource, Written } from '../../core/site/content-model.ts'
import {
  authorFields,
  entryFields,
  instant,
  metadataOf,
  postFields,
  text,
} from '../../core/site/entry-fields.ts'
import { shownData, shownText, shownUrl } from '../../core/site/shown-text.ts'
import type { MediaFile, MenuItem, Page, Post, Rendition, Settings } from '../../core/site/site.ts'

export function fromPost(message: PostMessage): EntrySource {
  const fields = shownFields(message)
  return sourceOf<Post>('post', message, {
    ...entry(message, fields),
    authors: authorFields({ author: shownText(message.author), ...fields }),
    ...postFields(fields),
  })
}

export function fromPage(message: PageMessage): EntrySource {
  const type = message.pageType === 'custom' ? 'custom' : 'normal'
  return sourceOf<Page>('page', message, {
    ...entry(message, shownFields(message)),
    type,
    path: type === 'custom' && message.path.length > 0 ? message.path : [message.slug],
  })
}

/** For a draft, returns only its key and revision. */
function sourceOf<T extends Post | Page>(
  type: EntrySource['type'],
  message: PostMessage | PageMessage,
  written: Written<T>,
): EntrySource {
  const { id, revision, status, content = '' } = message
  return status === 'published'
    ? { type, id, revision, entry: written as unknown as EntrySource['entry'], markdown: shownText(content) }
    : { type, id, revision, entry: null, markdown: '' }
}

export const fromSettings = ({ revision: _, socialLinks, ...settings }: SettingsMessage): Settings => ({
  ...shownData(settings),
  siteUrl: shownUrl(settings.siteUrl),
  staticBaseUrl: shownUrl(settings.staticBaseUrl),
  footerCode: settings.footerCode,
  // Content services of earlier releases do not send all of these fields.
  rssEntryLimit: settings.rssEntryLimit || 1000,
  siteLanguage: settings.siteLanguage || 'en',
  siteTimezone: settings.siteTimezone || 'UTC',
  permalinkPost: settings.permalinkPost || defaultPermalinks.permalinkPost,
  permalinkPage: settings.permalinkPage || defaultPermalinks.permalinkPage,
  socialLinks: (socialLinks ?? []).map(({ title, url }) => ({ title: shownText(title), url: shownUrl(url) })),
})

export const fromMenuItem = (message: MenuItemMessage): MenuItem =>
  shownData({
    id: message.id,
    // A link without a title shows its URL.
    title: text(shownText(message.title)) ?? shownUrl(message.url),
    url: shownUrl(message.url),
    order: message.order,
    parent: message.parent ?? null,
    class: message.class ?? null,
    target: message.target ?? null,
  })

export function fromFile({
  id,
  filename,
  url,
  digest,
  mimeType,
  caption,
  width,
  height,
  renditions,
}: File): MediaFile {
  return {
    id,
    folder: url.split('/')[1] ?? '',
    filename,
    url,
    digest,
    mimeType,
    caption: shownText(caption),
    width: width ?? null,
    height: height ?? null,
    renditions: renditions.map(fromRendition),
  }
}

const fromRendition = ({ url, digest, mimeType, width, height }: RenditionMessage): Rendition => ({
  filename: url.slice(url.lastIndexOf('/') + 1),
  url,
  digest,
  mimeType,
  width,
  height,
})

/** Removes characters that HTML forbids. A text that has only such characters becomes empty. */
const shownFields = ({ metadataJson }: PostMessage | PageMessage) => shownData(metadataOf(metadataJson))

function entry(message: PostMessage | PageMessage, fields: Readonly<Record<string, unknown>>) {
  const createdAt = fromTimestamp(message.createdAt).toISOString()
  return {
    id: message.id,
    title: text(shownText(message.title)) ?? message.slug,
    slug: message.slug,
    createdAt,
    updatedAt: fromTimestamp(message.updatedAt).toISOString(),
    // Content services of earlier releases do not send this field.
    publishedAt: instant(fields.publishedAt) ?? createdAt,
    ...entryFields(fields),
    textDigest: createHash('sha256')
      .update(shownText(message.content ?? ''))
      .digest('base64url'),
  }
}
