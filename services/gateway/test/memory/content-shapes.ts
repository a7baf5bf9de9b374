import type { Page, Post, Revision } from '@typecase/contracts/messages'

export type Metadata = Record<string, unknown>

export type Stamp = Post['createdAt']

/** A post or a page. */
export interface Item {
  id: string
  metadata: Metadata
  content: string
  createdAt: Stamp
  updatedAt: Stamp
  revision: number
  /** Newest first. */
  revisions: Revision[]
}

const fixedFields = [
  'title',
  'slug',
  'status',
  'author',
  'pageType',
  'parentPage',
  'id',
  'createdAt',
  'updatedAt',
]

export const namesOf = (metadata: Metadata, kind: string): string[] =>
  [kind === 'tag' ? metadata.tags : metadata[kind]].flat().filter((name) => typeof name === 'string')
export const relatedOf = ({ metadata }: Item): string[] =>
  Array.isArray(metadata.relatedPosts) ? metadata.relatedPosts : []
const restOf = ({ metadata }: Item): string =>
  JSON.stringify(Object.fromEntries(Object.entries(metadata).filter(([name]) => !fixedFields.includes(name))))
export const shown = ({ content }: Item, view: unknown) => ({
  content: view === 'NONE' ? undefined : view === 'SUMMARY' ? content.slice(0, 300) : content,
})

const common = (item: Item) => ({
  id: item.id,
  title: String(item.metadata.title),
  slug: String(item.metadata.slug),
  status: String(item.metadata.status),
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
  metadataJson: restOf(item),
  content: item.content,
  revision: item.revision,
})

export const toPost = (item: Item): Post => ({ ...common(item), author: String(item.metadata.author) })

export const toPage = (item: Item): Page => ({
  ...common(item),
  pageType: String(item.metadata.pageType),
  ...(typeof item.metadata.parentPage === 'string' ? { parentPage: item.metadata.parentPage } : {}),
  path: [String(item.metadata.slug)],
})
