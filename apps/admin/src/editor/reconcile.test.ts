import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDocument } from './document.ts'
import { completed } from './merge.ts'
import { browser, server } from './test-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a newer version on the server', () => {
  const text = 'one two three four five six seven'

  it('is merged into a draft automatically if the changes affect different words', async () => {
    const { api, item, saveElsewhere } = server({ content: text })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    saveElsewhere({ metadata: { title: 'Theirs' }, content: text.replace('six', 'SIX') })
    document.change({ content: text.replace('two', 'TWO') })
    await vi.advanceTimersByTimeAsync(8_000)
    expect(document.view()).toMatchObject({ phase: 'saved', notice: { kind: 'merged' } })
    expect(item()).toMatchObject({ title: 'Theirs', content: 'one TWO three four five SIX seven' })
  })

  it('is shown to the author before a merge is published', async () => {
    const { api, item, saveElsewhere } = server({ status: 'published', content: text })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    saveElsewhere({ metadata: {}, content: text.replace('six', 'SIX') })
    document.change({ content: text.replace('two', 'TWO') })
    await document.save()
    const { phase, merge, savesMerge } = document.view()
    expect([phase, merge?.conflicts, savesMerge]).toEqual(['conflict', [], true])
    expect(item()?.content).toBe(text.replace('six', 'SIX'))
    await document.resolve((merge && completed(merge, {})) ?? document.view().fields)
    expect(item()?.content).toBe('one TWO three four five SIX seven')
  })

  it('is a conflict for the author to resolve if both versions changed the same words', async () => {
    const { api, item, saveElsewhere } = server({ content: text })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    saveElsewhere({ metadata: {}, content: text.replace('four', 'theirs') })
    document.change({ content: text.replace('four', 'mine') })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe(text.replace('four', 'theirs'))
    const { merge } = document.view()
    const [conflict] = merge?.conflicts ?? []
    expect(conflict).toMatchObject({ mine: 'mine ', theirs: 'theirs ' })
    await document.resolve(
      (merge && completed(merge, { [String(conflict?.id)]: 'both ' })) ?? document.view().fields,
    )
    await vi.advanceTimersByTimeAsync(4_000)
    expect(document.view().phase).toBe('saved')
    expect(item()?.content).toBe(text.replace('four', 'both'))
  })

  it('is merged with unsaved text of an earlier visit; the result is not saved automatically', async () => {
    const { api, item, saveElsewhere } = server({ status: 'published', content: text })
    const drafts = browser()
    const first = openDocument('posts', 'p1', api, drafts)
    await first.open()
    first.change({ content: text.replace('two', 'TWO') })
    await vi.advanceTimersByTimeAsync(1_000)
    saveElsewhere({ metadata: {}, content: text.replace('six', 'SIX') })
    const second = openDocument('posts', 'p1', api, drafts)
    await second.open()
    const { phase, merge, savesMerge } = second.view()
    expect([phase, savesMerge]).toEqual(['conflict', false])
    await second.resolve((merge && completed(merge, {})) ?? second.view().fields)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(item()?.content).toBe(text.replace('six', 'SIX'))
    expect(second.view()).toMatchObject({
      phase: 'changed',
      fields: { content: 'one TWO three four five SIX seven' },
    })
  })

  it('is shown if the author has no unsaved changes, or discards them', async () => {
    const { api, saveElsewhere } = server({ content: text })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    saveElsewhere({ metadata: {}, content: 'theirs' })
    await document.refresh()
    expect(document.view()).toMatchObject({
      phase: 'saved',
      fields: { content: 'theirs' },
      notice: { kind: 'merged' },
    })
    saveElsewhere({ metadata: {}, content: 'theirs again' })
    document.change({ content: 'mine' })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(document.view().phase).toBe('conflict')
    await document.discard()
    expect(document.view()).toMatchObject({ phase: 'saved', fields: { content: 'theirs again' } })
  })
})

describe('a restored revision', () => {
  it('is only loaded into the editor, after unsaved text was saved as a revision', async () => {
    const { api, state, item } = server({ status: 'published', content: 'live', tags: ['new'] })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'unsaved', title: '', slug: 'not a slug' })
    await document.restore({ content: 'old' }, 'then')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(state.snapshots).toEqual([{ metadata: {}, content: 'unsaved' }])
    expect(item()).toMatchObject({ content: 'live', tags: ['new'] })
    expect(document.view()).toMatchObject({
      ...{ phase: 'changed', hasRestoredDraft: false, fields: { content: 'old', tags: ['new'] } },
      notice: { kind: 'restored', at: 'then', savedAsRevision: true },
    })
    document.dismiss(true)
    expect(document.view()).toMatchObject({
      phase: 'changed',
      notice: undefined,
      fields: { content: 'unsaved' },
    })
  })

  it('is not loaded if unsaved text could not be stored', async () => {
    const { api, state } = server({ status: 'published', content: 'live' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'unsaved' })
    state.isOffline = true
    await expect(document.restore({ content: 'old' }, 'then')).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(document.view().fields.content).toBe('unsaved')
  })

  it('is loaded into a draft after its unsaved text was saved', async () => {
    const { api, state, item } = server({ content: 'first' })
    const document = openDocument('posts', 'p1', api, browser())
    await document.open()
    document.change({ content: 'second' })
    await document.restore({ content: 'first' }, 'then')
    expect(item()?.content).toBe('second')
    await vi.advanceTimersByTimeAsync(4_000)
    expect([item()?.content, state.snapshots]).toEqual(['first', []])
  })
})
