import { randomUUID } from 'node:crypto'
import type { BulkItem, IdempotencyKeyInput, Revision } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { AppError } from '@typecase/kernel'
import { currentContext } from '@typecase/runtime/context'
import type { ContentApi } from '../../src/core/ports.ts'
import {
  type Item,
  type Metadata,
  namesOf,
  relatedOf,
  type Stamp,
  shown,
  toPage,
  toPost,
} from './content-shapes.ts'
import { defaultSettings } from './settings.ts'
import { memoryTransfer } from './transfer.ts'

const seesDrafts = () => currentContext().actor.kind !== 'anonymous'

/** Posts, pages and settings in maps, with the rules that the routes depend on. */
export function memoryContent(): ContentApi {
  const posts = itemStore('post')
  const pages = itemStore('page')
  let settings = defaultSettings
  const content = {
    async createPost({ metadataJson = '{}', content, idempotencyKey }) {
      const { item, replayed } = posts.create(metadataJson, content, idempotencyKey)
      return { post: toPost(item), replayed }
    },
    async getPost({ id = '', resolveRelated }) {
      const item = posts.visible(id)
      const related = resolveRelated ? posts.all().filter(({ id }) => relatedOf(item).includes(id)) : []
      return {
        post: toPost(item),
        related: related.map((found) => ({ ...toPost(found), metadataJson: '{}' })),
      }
    },
    async listPosts({ status, view, paging }) {
      const found = posts
        .all()
        .filter(({ metadata }) =>
          status ? metadata.status === status : seesDrafts() || metadata.status === 'published',
        )
      const { offset = 0, limit = 10 } = paging ?? {}
      return {
        posts: found.slice(offset, offset + limit).map((item) => ({ ...toPost(item), ...shown(item, view) })),
        total: found.length,
      }
    },
    async listTerms({ kind = '', search = '', paging }) {
      const names = posts.all().flatMap(({ metadata }) => namesOf(metadata, kind))
      const found = [...new Set(names)].filter((name) => name.toLowerCase().includes(search.toLowerCase()))
      const terms = found.map((name) => ({ name, count: names.filter((other) => other === name).length }))
      const { offset = 0, limit = 20 } = paging ?? {}
      return {
        terms: terms.toSorted((a, b) => b.count - a.count).slice(offset, offset + limit),
        total: terms.length,
      }
    },
    updatePost: async ({ id = '', ...change }) => toPost(posts.update(id, change)),
    deletePost: async ({ id = '', expectedRevision }) => toPost(posts.remove(id, expectedRevision)),
    bulkPosts: async ({ action = '', ids = [] }) => ({ items: posts.bulk(action, ids) }),
    async createPage({ metadataJson = '{}', content, idempotencyKey }) {
      const { item, replayed } = pages.create(metadataJson, content, idempotencyKey)
      return { page: toPage(item), replayed }
    },
    getPage: async ({ id = '' }) => toPage(pages.visible(id)),
    async listPages({ status, view, paging }) {
      const found = pages
        .all()
        .filter(({ metadata }) =>
          status ? metadata.status === status : seesDrafts() || metadata.status === 'published',
        )
      const { offset = 0, limit } = paging ?? {}
      const cut = found.slice(offset, limit === undefined ? undefined : offset + limit)
      return { pages: cut.map((item) => ({ ...toPage(item), ...shown(item, view) })), total: found.length }
    },
    updatePage: async ({ id = '', ...change }) => toPage(pages.update(id, change)),
    deletePage: async ({ id = '', expectedRevision }) => toPage(pages.remove(id, expectedRevision)),
    bulkPages: async ({ action = '', ids = [] }) => ({ items: pages.bulk(action, ids) }),
    readPosition: async () => ({ position: posts.changes() + pages.changes() }),
    async listRevisions({ itemType, id = '', paging }) {
      const { revisions } = (itemType === 'page' ? pages : posts).visible(id)
      const { offset = 0, limit = 10 } = paging ?? {}
      const heads = revisions.map(({ content: _content, ...head }) => ({ ...head, metadataJson: '' }))
      return { revisions: heads.slice(offset, offset + limit), total: heads.length }
    },
    getRevision: async ({ itemType, id = '', revision }) =>
      (itemType === 'page' ? pages : posts).revision(id, revision),
    restorePost: async ({ id = '', revision, expectedRevision }) =>
      toPost(posts.restore(id, revision, expectedRevision)),
    restorePage: async ({ id = '', revision, expectedRevision }) =>
      toPage(pages.restore(id, revision, expectedRevision)),
    storeRevision: async ({ itemType, id = '', metadataJson = '{}', content }) =>
      (itemType === 'page' ? pages : posts).store(id, JSON.parse(metadataJson), content),
    getSettings: async () => settings,
    async updateSettings({ validateOnly, socialLinks, ...others }) {
      const changes = { ...others, socialLinks: socialLinks?.links }
      const input = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      if (!validateOnly) settings = { ...settings, ...input, revision: settings.revision + 1 }
      return settings
    },
  } satisfies Omit<ContentApi, 'importItems' | 'exportItems' | 'exportRevisions'>
  return { ...content, ...memoryTransfer(content) }
}

interface Change {
  metadataJson?: string
  content?: string
  expectedRevision?: number | string | object
}

function itemStore(noun: 'post' | 'page') {
  const items = new Map<string, Item>()
  const answers = new Map<string, { fingerprint: string; item: Item }>()
  let changes = 0
  const stamp = () => toTimestamp(new Date()) as Stamp
  const find = (id: string): Item => {
    const item = items.get(id)
    if (!item)
      throw new AppError(
        'not_found',
        `${noun.toUpperCase()}_NOT_FOUND`,
        `${noun === 'post' ? 'Post' : 'Page'} not found`,
      )
    return item
  }
  const refuseTaken = (slug: unknown, ownId?: string) => {
    const isTaken = [...items.values()].some(({ id, metadata }) => id !== ownId && metadata.slug === slug)
    if (isTaken)
      throw new AppError('conflict', 'DUPLICATE_SLUG', `A ${noun} with this slug already exists`, {
        fields: { slug },
      })
  }
  const refuseStale = (item: Item, expected: Change['expectedRevision']) => {
    if (expected !== undefined && expected !== item.revision)
      throw new AppError('stale', 'PRECONDITION_FAILED', 'It has changed')
  }
  const addRevision = (item: Item, changed: string[] = []): Item => {
    const actor = currentContext().actor
    const {
      createdAt: _createdAt,
      updatedAt,
      path: _path,
      ...rest
    } = noun === 'post' ? { ...toPost(item), path: [] } : toPage(item)
    const { title, slug, status, metadataJson, content } = rest
    const extra =
      noun === 'post'
        ? { author: item.metadata.author }
        : { pageType: item.metadata.pageType, parentPage: null }
    item.revisions.unshift({
      ...{
        revision: item.revision,
        author: actor.kind === 'user' ? actor.username : '',
        createdAt: updatedAt,
        changed,
      },
      snapshot: false,
      ...{
        title,
        slug,
        status,
        content,
        metadataJson: JSON.stringify({ ...JSON.parse(metadataJson), ...extra }),
      },
    })
    return item
  }
  const revision = (id: string, number: unknown): Revision => {
    const found = items.get(id)?.revisions.find((other) => other.revision === number)
    if (!found) throw new AppError('not_found', 'REVISION_NOT_FOUND', 'Revision not found')
    return found
  }
  const store = (metadata: Metadata, content: string): Item => {
    changes++
    const item = {
      id: randomUUID(),
      metadata,
      content,
      createdAt: stamp(),
      updatedAt: stamp(),
      revision: 1,
      revisions: [],
    }
    items.set(item.id, addRevision(item))
    return item
  }
  return {
    changes: () => changes,
    all: () => [...items.values()].reverse(),
    visible(id: string): Item {
      const item = find(id)
      return seesDrafts() || item.metadata.status === 'published' ? item : find('')
    },
    create(
      metadataJson: string,
      content = '',
      key?: IdempotencyKeyInput | null,
    ): { item: Item; replayed: boolean } {
      const actor = currentContext().actor
      const name = key ? `${actor.kind === 'user' ? actor.id : ''} ${key.route} ${key.key}` : ''
      const earlier = answers.get(name)
      if (earlier && earlier.fingerprint !== key?.fingerprint)
        throw new AppError('conflict', 'IDEMPOTENCY_MISMATCH', 'The key belongs to another body')
      if (earlier) return { item: earlier.item, replayed: true }
      const input: Metadata = JSON.parse(metadataJson)
      const author = actor.kind === 'user' ? actor.username : ''
      const metadata: Metadata = {
        status: 'draft',
        author,
        pageType: 'normal',
        ...input,
        slug: input.slug || String(input.title).toLowerCase(),
      }
      refuseTaken(metadata.slug)
      const item = store(metadata, content)
      if (key) answers.set(name, { fingerprint: key.fingerprint ?? '', item })
      return { item, replayed: false }
    },
    update(id: string, { metadataJson = '{}', content, expectedRevision }: Change): Item {
      const item = find(id)
      refuseStale(item, expectedRevision)
      const merged = { ...item.metadata, ...JSON.parse(metadataJson) }
      refuseTaken(merged.slug, id)
      item.metadata = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
      item.content = content ?? item.content
      item.updatedAt = stamp()
      item.revision++
      changes++
      return addRevision(item, [
        ...Object.keys(JSON.parse(metadataJson)),
        ...(content === undefined ? [] : ['content']),
      ])
    },
    revision,
    restore(id: string, number: unknown, expected: Change['expectedRevision']): Item {
      const [old, item] = [revision(id, number), find(id)]
      refuseStale(item, expected)
      const { slug, status } = item.metadata
      item.metadata = { ...JSON.parse(old.metadataJson), title: old.title, slug, status }
      item.content = old.content ?? ''
      item.updatedAt = stamp()
      item.revision++
      changes++
      return addRevision(item, ['title', 'content'])
    },
    store(id: string, metadata: Metadata, content: string | undefined): Revision {
      const item = find(id)
      item.revision++
      const { slug, status } = item.metadata
      const state = {
        ...item,
        metadata: { ...item.metadata, ...metadata, slug, status },
        content: content ?? item.content,
        updatedAt: stamp(),
      }
      addRevision(state, [...Object.keys(metadata), ...(content === undefined ? [] : ['content'])])
      const stored = { ...revision(id, item.revision), snapshot: true }
      item.revisions[0] = stored
      return stored
    },
    remove(id: string, expectedRevision: Change['expectedRevision']): Item {
      const item = find(id)
      refuseStale(item, expectedRevision)
      items.delete(id)
      changes++
      return item
    },
    bulk: (action: string, ids: readonly string[]): BulkItem[] =>
      [...new Set(ids)].map((id) => {
        const item = items.get(id)
        if (!item) return { id, success: false, error: 'Not found' }
        changes++
        if (action === 'delete') items.delete(id)
        else item.metadata.status = action === 'publish' ? 'published' : 'draft'
        return { id, success: true, status: action === 'delete' ? 'deleted' : String(item.metadata.status) }
      }),
  }
}
