/** Messages of other services as data of the site. */
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
import type { EntrySource, Written } from '../../core/model/content-model.ts'
import type { MediaFile, MenuItem, Page, Post, Rendition, Settings } from '../../core/site/site.ts'

const known = new Set(['subtitle', 'category', 'tags', 'excerpt', 'featuredImage', 'relatedPosts'])

export function fromPost(message: PostMessage): EntrySource {
  const fields = jsonObject(message.metadataJson)
  return sourceOf<Post>('post', message, {
    ...entry(message, fields),
    author: message.author,
    category: text(fields.category),
    tags: texts(fields.tags),
    relatedPosts: texts(fields.relatedPosts),
  })
}

export function fromPage(message: PageMessage): EntrySource {
  const type = message.pageType === 'custom' ? 'custom' : 'normal'
  return sourceOf<Page>('page', message, {
    ...entry(message, jsonObject(message.metadataJson)),
    type,
    path: type === 'custom' && message.path.length > 0 ? message.path : [message.slug],
  })
}

/** A draft is nobody's business: of it nothing is kept but that it is there. */
function sourceOf<T extends Post | Page>(type: EntrySource['type'], message: PostMessage | PageMessage, written: Written<T>): EntrySource {
  const { id, revision, status, content = '' } = message
  return status === 'published'
    ? { type, id, revision, entry: written as unknown as EntrySource['entry'], markdown: content }
    : { type, id, revision, entry: null, markdown: '' }
}

export const fromSettings = ({ revision: _, ...settings }: SettingsMessage): Settings => settings

export const fromMenuItem = (message: MenuItemMessage): MenuItem => ({
  id: message.id,
  title: message.title,
  url: message.url,
  order: message.order,
  parent: message.parent ?? null,
  class: message.class ?? null,
  target: message.target ?? null,
})

export function fromFile({ filename, url, digest, mimeType, caption, width, height, renditions }: File): MediaFile {
  return {
    ...{ folder: url.split('/')[1] ?? '', filename, url, digest, mimeType, caption },
    width: width ?? null,
    height: height ?? null,
    renditions: renditions.map(fromRendition),
  }
}

const fromRendition = ({ url, digest, mimeType, width, height }: RenditionMessage): Rendition => ({
  filename: url.slice(url.lastIndexOf('/') + 1),
  ...{ url, digest, mimeType, width, height },
})

/** An object, whatever the text holds. */
export function jsonObject(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = json === '' ? {} : JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function entry(message: PostMessage | PageMessage, fields: Readonly<Record<string, unknown>>) {
  return {
    id: message.id,
    title: message.title,
    slug: message.slug,
    createdAt: fromTimestamp(message.createdAt).toISOString(),
    updatedAt: fromTimestamp(message.updatedAt).toISOString(),
    subtitle: text(fields.subtitle),
    excerpt: text(fields.excerpt),
    featuredImage: image(fields.featuredImage),
    meta: Object.fromEntries(Object.entries(fields).filter(([name]) => !known.has(name))),
    textDigest: createHash('sha256')
      .update(message.content ?? '')
      .digest('base64url'),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => text(entry) !== null) : [])

function image(value: unknown): Post['featuredImage'] {
  if (typeof value !== 'object' || value === null || !('url' in value)) return null
  const url = text(value.url)
  const alt = 'alt' in value ? text(value.alt) : null
  return url && /^(https?:\/\/|\/(?!\/))/i.test(url) ? { url, alt: alt ?? '' } : null
}
