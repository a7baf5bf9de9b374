import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import type { Item } from '../api/types.ts'
import { type ItemApi, openDocument } from './document.ts'
import type { Drafts, LocalDraft } from './drafts.ts'
import type { Changes } from './fields.ts'

/** The API of one post, with its tags, its refusals and a cable that can be pulled. */
function server(first?: Partial<Item>) {
  let item: Item | undefined = first ? stored(first) : undefined
  let version = 1
  const state = { isAway: false, creations: [] as string[], updates: [] as Changes[] }
  const reach = () => {
    if (state.isAway) throw new ApiError(0, { code: 'OFFLINE' })
  }
  const change = (body: Changes) => {
    version += 1
    const metadata = Object.fromEntries(Object.entries(body.metadata).map(([name, value]) => [name, value ?? undefined]))
    item = {
      ...stored(item ?? {}),
      ...metadata,
      ...(body.content === undefined ? {} : { content: body.content }),
      updatedAt: `v${version}`,
    }
    return item
  }
  const api: ItemApi = {
    async read() {
      reach()
      if (!item) throw new ApiError(404, { code: 'NOT_FOUND' })
      return { item, etag: `"${version}"` }
    },
    async create(body, key) {
      reach()
      if (!state.creations.includes(key)) change(body)
      state.creations.push(key)
      return 'p1'
    },
    async update(_id, body, etag) {
      reach()
      if (etag !== `"${version}"`) throw new ApiError(412, { code: 'PRECONDITION_FAILED' })
      state.updates.push(body)
      return change(body).updatedAt
    },
  }
  return { api, state, somebodyElse: change, item: () => item }
}

const stored = (given: Partial<Item>): Item => ({
  id: 'p1',
  title: 'Title',
  slug: 'title',
  status: 'draft',
  createdAt: 'v0',
  updatedAt: 'v1',
  content: '',
  ...given,
})

function browser(): Drafts & { readonly kept: Map<string, LocalDraft> } {
  const kept = new Map<string, LocalDraft>()
  return {
    kept,
    load: async (key) => kept.get(key),
    keep: async (key, draft) => void kept.set(key, draft),
    drop: async (key) => void kept.delete(key),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a document in the editor', () => {
  it('is in the browser within a second of typing without a pause, and on the server soon after', async () => {
    const { api, item } = server({})
    const drafts = browser()
    const document = openDocument('posts', 'p1', api, drafts)
    await document.open()
    for (let typed = 0; typed < 11; typed++) {
      document.change({ content: 'x'.repeat(typed + 1) })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(drafts.kept.get('posts/p1')?.fields.content.length).toBeGreaterThan(8)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(item()?.content).toBe('x'.repeat(11))
    expect(document.view().phase).toBe('saved')
    expect(drafts.kept.size).toBe(0)
  })

  it('creates a new item once it has a title, once, though the answer was lost', async () => {
    const { api, state, item } = server()
    const drafts = browser()
    const document = openDocument('posts', undefined, api, drafts)
    await document.open()
    document.change({ content: 'words' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(state.creations).toEqual([])
    expect(drafts.kept.get('posts/new')?.fields.content).toBe('words')
    state.isAway = true
    document.change({ title: 'A' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(document.view().phase).toBe('waiting')
    document.change({ title: 'A title' })
    state.isAway = false
    await vi.advanceTimersByTimeAsync(12_000)
    expect(new Set(state.creations).size).toBe(1)
    expect(item()?.title).toBe('A title')
    expect(document.view()).toMatchObject({ phase: 'saved', id: 'p1' })
    expect(drafts.kept.size).toBe(0)
  })

  it('leaves what is published alone until the author says so', async () => {
    const { api, item } = server({ status: 'published', content: 'old' })
    const drafts = browser()
    const document = openDocument('posts', 'p1', api, drafts)
    await document.open()
    document.change({ content: 'new' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe('old')
    expect(drafts.kept.get('posts/p1')?.fields.content).toBe('new')
    await document.save('published')
    expect(item()?.content).toBe('new')
  })

  it('finds what an earlier visit left, and says so', async () => {
    const { api } = server({ status: 'published' })
    const drafts = browser()
    const first = openDocument('posts', 'p1', api, drafts)
    await first.open()
    first.change({ content: 'not saved' })
    await vi.advanceTimersByTimeAsync(1_000)
    const second = openDocument('posts', 'p1', api, drafts)
    await second.open()
    expect(second.view()).toMatchObject({ isRestored: true, phase: 'changed', fields: { content: 'not saved' } })
    await second.discard()
    expect(second.view()).toMatchObject({ phase: 'saved', fields: { content: '' } })
    expect(drafts.kept.size).toBe(0)
  })

  it('keeps edits made offline and saves them when the server is back', async () => {
    const { api, state, item } = server({})
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    state.isAway = true
    document.change({ content: 'on the train' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(document.view()).toMatchObject({ phase: 'waiting', isKept: true })
    state.isAway = false
    document.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(item()?.content).toBe('on the train')
  })

  it('is written and saved though the browser keeps nothing', async () => {
    const { api, state, item } = server({})
    const refuse = () => Promise.reject(new Error('no store'))
    const document = openDocument('posts', 'p1', api, { load: refuse, keep: refuse, drop: refuse })
    await document.open()
    state.isAway = true
    document.change({ content: 'in a private window' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(document.view()).toMatchObject({ phase: 'waiting', isKept: false })
    state.isAway = false
    await vi.advanceTimersByTimeAsync(6_000)
    expect(item()?.content).toBe('in a private window')
    expect(document.view().phase).toBe('saved')
  })

  it.each([
    ['merge', 'mine\ntwo\ntheirs', 'Theirs'],
    ['mine', 'mine\ntwo\nthree', 'Title'],
    ['theirs', 'one\ntwo\ntheirs', 'Theirs'],
  ] as const)('asks when somebody else was faster, and %s does what it says', async (resolution, content, title) => {
    const { api, item, somebodyElse } = server({ content: 'one\ntwo\nthree' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    somebodyElse({ metadata: { title: 'Theirs' }, content: 'one\ntwo\ntheirs' })
    document.change({ content: 'mine\ntwo\nthree' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(document.view()).toMatchObject({ phase: 'conflict', theirs: { title: 'Theirs' } })
    await document.resolve(resolution)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(document.view().phase).toBe('saved')
    expect(item()).toMatchObject({ content, title })
    expect(document.view().fields).toMatchObject({ content, title })
  })

  it('does not save a merge with marked places by itself', async () => {
    const { api, item, somebodyElse } = server({ content: 'one' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    somebodyElse({ metadata: {}, content: 'theirs' })
    document.change({ content: 'mine' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await document.resolve('merge')).toBe(1)
    document.change({ excerpt: 'x' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe('theirs')
    expect(document.view().fields.content).toContain('=======')
    await document.save('draft')
    expect(item()?.content).toContain('=======')
  })
})
