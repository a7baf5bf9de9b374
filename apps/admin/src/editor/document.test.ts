import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDocument } from './document.ts'
import { browser, server } from './test-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a document in the editor', () => {
  it('is stored in the browser within a second and on the server after a pause', async () => {
    const { api, item } = server({})
    const drafts = browser()
    const document = openDocument('posts', 'p1', api, drafts)
    await document.open()
    for (let typed = 0; typed < 11; typed++) {
      document.change({ content: 'x'.repeat(typed + 1) })
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(drafts.copies.get('posts/p1')?.fields.content.length).toBeGreaterThan(8)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(item()?.content).toBe('x'.repeat(11))
    expect(document.view().phase).toBe('saved')
    expect(drafts.copies.size).toBe(0)
  })

  it('creates one item when it has a title, even if the first attempt fails', async () => {
    const { api, state, item } = server()
    const drafts = browser()
    const document = openDocument('posts', undefined, api, drafts)
    await document.open()
    document.change({ content: 'words' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(state.creations).toEqual([])
    expect(drafts.copies.get('posts/new')?.fields.content).toBe('words')
    state.isOffline = true
    document.change({ title: 'A' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(document.view().phase).toBe('retrying')
    document.change({ title: 'A title' })
    state.isOffline = false
    await vi.advanceTimersByTimeAsync(12_000)
    expect(new Set(state.creations).size).toBe(1)
    expect(item()?.title).toBe('A title')
    expect(document.view()).toMatchObject({ phase: 'saved', id: 'p1' })
    expect(drafts.copies.size).toBe(0)
  })

  it('does not change a published item until the author saves', async () => {
    const { api, item } = server({ status: 'published', content: 'old' })
    const drafts = browser()
    const document = openDocument('posts', 'p1', api, drafts)
    await document.open()
    document.change({ content: 'new' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe('old')
    expect(drafts.copies.get('posts/p1')?.fields.content).toBe('new')
    await document.save()
    expect(item()?.content).toBe('new')
  })

  it('restores the unsaved text of an earlier visit and reports it', async () => {
    const { api } = server({ status: 'published' })
    const drafts = browser()
    const first = openDocument('posts', 'p1', api, drafts)
    await first.open()
    first.change({ content: 'not saved' })
    await vi.advanceTimersByTimeAsync(1_000)
    const second = openDocument('posts', 'p1', api, drafts)
    await second.open()
    expect(second.view()).toMatchObject({
      hasRestoredDraft: true,
      phase: 'changed',
      fields: { content: 'not saved' },
    })
    await second.discard()
    expect(second.view()).toMatchObject({ phase: 'saved', fields: { content: '' } })
    expect(drafts.copies.size).toBe(0)
  })

  it('stores offline edits and saves them when the server is back', async () => {
    const { api, state, item } = server({})
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    state.isOffline = true
    document.change({ content: 'on the train' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(document.view()).toMatchObject({ phase: 'retrying', isStoredLocally: true })
    state.isOffline = false
    void document.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(item()?.content).toBe('on the train')
  })

  it('can be edited and saved if the browser refuses to store drafts', async () => {
    const { api, state, item } = server({})
    const refuse = () => Promise.reject(new Error('no store'))
    const document = openDocument('posts', 'p1', api, { load: refuse, save: refuse, remove: refuse })
    await document.open()
    state.isOffline = true
    document.change({ content: 'in a private window' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(document.view()).toMatchObject({ phase: 'retrying', isStoredLocally: false })
    state.isOffline = false
    await vi.advanceTimersByTimeAsync(6_000)
    expect(item()?.content).toBe('in a private window')
    expect(document.view().phase).toBe('saved')
  })

  it('removes a stored draft that equals the version on the server', async () => {
    const { api, item } = server({ status: 'published', content: 'same' })
    const drafts = browser()
    const base = item()
    const { fields } = openDocument('posts', 'p1', api, browser()).view()
    await drafts.save('posts/p1', {
      fields: { ...fields, title: 'Title', slug: 'title', pageType: 'normal', content: 'same' },
      base,
      at: 0,
    })
    const document = openDocument('posts', 'p1', api, drafts)
    await document.open()
    expect(document.view()).toMatchObject({ phase: 'saved', hasRestoredDraft: false })
    expect(drafts.copies.size).toBe(0)
  })

  it('sends an offline save later, with the text at the time of the request', async () => {
    const { api, state, item } = server({ status: 'published', content: 'old' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'ready' })
    state.isOffline = true
    await document.save()
    document.change({ content: 'ready, and half a sent' })
    state.isOffline = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe('ready')
    expect(document.view()).toMatchObject({ phase: 'changed', fields: { content: 'ready, and half a sent' } })
  })

  it('does not change a published item if it was opened offline', async () => {
    const { api, state, item } = server({ status: 'published', content: 'old' })
    const drafts = browser()
    const first = openDocument('posts', 'p1', api, drafts)
    await first.open()
    first.change({ content: 'not ready' })
    await vi.advanceTimersByTimeAsync(1_000)
    state.isOffline = true
    const second = openDocument('posts', 'p1', api, drafts)
    await second.open()
    expect(second.view().phase).toBe('retrying')
    state.isOffline = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe('old')
    expect(second.view()).toMatchObject({ phase: 'changed', fields: { content: 'not ready' } })
  })
})
