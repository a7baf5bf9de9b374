import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDocument } from './document.ts'
import { browser, server } from './test-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('scheduled dates', () => {
  const soon = () => new Date(Date.now() + 60_000).toISOString()

  it('are not part of an automatic save, and neither is the status', async () => {
    const { api, state } = server({})
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    for (const change of [
      { title: 'A' },
      { slug: 'a' },
      { tags: ['x'] },
      { featuredImage: { id: 'i' } },
      { content: 'words' },
    ]) {
      document.change(change)
      await vi.advanceTimersByTimeAsync(4_000)
    }
    expect(state.updates).toHaveLength(5)
    const names = state.updates.flatMap(({ metadata }) => Object.keys(metadata))
    expect(names).toEqual(['title', 'slug', 'tags', 'featuredImage'])
  })

  it('are set after the draft is saved, and turn autosave off', async () => {
    const { api, item } = server({})
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'shown' })
    const publishAt = soon()
    await document.schedule({ publishAt })
    expect(item()).toMatchObject({ content: 'shown', publishAt, status: 'draft' })
    document.change({ content: 'half a sent' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe('shown')
    await document.schedule({ publishAt: soon() })
    expect(item()?.content).toBe('shown')
    await document.save()
    expect(item()).toMatchObject({ content: 'half a sent', status: 'draft' })
    document.change({ content: 'a sentence' })
    await document.schedule({ publishAt: null })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(item()).toMatchObject({ content: 'a sentence', publishAt: undefined })
  })

  it('of a published item are set without saving its unsaved text', async () => {
    const { api, item, saveElsewhere } = server({ status: 'published', content: 'live' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'unsaved' })
    const unpublishAt = soon()
    saveElsewhere({ metadata: { readingLevel: 'easy' } })
    await document.schedule({ unpublishAt })
    expect(item()).toMatchObject({ unpublishAt, content: 'live', status: 'published' })
    expect(document.view()).toMatchObject({
      phase: 'changed',
      fields: { content: 'unsaved' },
      base: { unpublishAt },
    })
  })

  it('are not set if the text could not be saved', async () => {
    const { api, state, item } = server({})
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'x' })
    state.isOffline = true
    await expect(document.schedule({ publishAt: soon() })).rejects.toThrow('the text could not be saved')
    state.isOffline = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(item()).toMatchObject({ content: 'x', status: 'draft' })
    expect(item()).not.toHaveProperty('publishAt')
  })

  it('cause no conflict if they publish during typing; unsaved text is saved on request', async () => {
    const { api, item, saveElsewhere } = server({ publishAt: soon(), content: 'planned' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'planned, and more' })
    await vi.advanceTimersByTimeAsync(60_000)
    saveElsewhere({ metadata: { status: 'published', publishAt: null } })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(document.view()).toMatchObject({
      ...{ phase: 'changed', status: 'published', fields: { content: 'planned, and more' } },
      notice: { kind: 'status', status: 'published', isScheduled: true },
    })
    expect(item()?.content).toBe('planned')
    await document.save()
    expect(document.view().phase).toBe('saved')
    expect(item()).toMatchObject({ content: 'planned, and more', status: 'published' })
  })

  it('that have just published an item prevent a save of its draft text', async () => {
    const { api, item, saveElsewhere } = server({ publishAt: soon(), content: 'planned' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'half' })
    saveElsewhere({ metadata: { status: 'published', publishAt: null } })
    await document.save()
    expect(document.view()).toMatchObject({
      phase: 'changed',
      status: 'published',
      notice: { kind: 'status', isScheduled: false },
    })
    expect(item()?.content).toBe('planned')
  })

  it('that have unpublished an item are not reverted by a save', async () => {
    const { api, item, saveElsewhere } = server({ status: 'published', unpublishAt: soon(), content: 'old' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'new' })
    saveElsewhere({ metadata: { status: 'draft', unpublishAt: null } })
    await document.save()
    expect(item()).toMatchObject({ status: 'draft', content: 'new' })
  })
})
