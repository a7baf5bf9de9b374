import { AppError } from '@typecase/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { siteFolder } from './site-folder.ts'

/** A content service whose responses the test controls. */
function slowContent() {
  const waiting: PromiseWithResolvers<void>[] = []
  let outputDir = '_site'
  const getSettings = async () => {
    const response = Promise.withResolvers<void>()
    waiting.push(response)
    await response.promise
    return { staticOutputDir: outputDir, staticBaseUrl: '', siteUrl: 'https://x.test/base' }
  }
  return {
    folder: siteFolder({ getSettings } as unknown as Parameters<typeof siteFolder>[0]),
    answers: waiting,
    calls: () => waiting.length,
    change: (to: string) => {
      outputDir = to
    },
    answer: () => waiting.at(-1)?.resolve(),
    fail: () => waiting.at(-1)?.reject(new AppError('unavailable', 'UPSTREAM_UNAVAILABLE', 'away')),
  }
}

describe('siteFolder', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A cached folder that was read two seconds ago. */
  async function stale() {
    const content = slowContent()
    const first = content.folder.current()
    content.answer()
    expect(await first).toEqual({ outputDir: '_site', basePath: '/base' })
    await vi.advanceTimersByTimeAsync(2_001)
    return content
  }

  it('reads once for concurrent requests, and caches for two seconds', async () => {
    const { folder, calls, answer } = slowContent()
    const both = [folder.current(), folder.current()]
    answer()
    await Promise.all(both)
    await folder.current()
    expect(calls()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_001)
    const later = folder.current()
    answer()
    await later
    expect(calls()).toBe(2)
  })

  it('returns settings that another gateway has changed, while content responds', async () => {
    const { folder, change, answer } = await stale()
    change('other')
    const site = folder.current()
    answer()
    expect((await site).outputDir).toBe('other')
  })

  it('delays only a few requests, and only briefly, while content does not respond', async () => {
    const { folder, calls, fail } = await stale()
    const first = folder.current()
    await vi.advanceTimersByTimeAsync(100)
    expect((await first).outputDir).toBe('_site')
    // This request does not wait.
    expect((await folder.current()).outputDir).toBe('_site')
    expect(calls()).toBe(2)
    fail()
    await vi.advanceTimersByTimeAsync(4_000)
    expect((await folder.current()).outputDir).toBe('_site')
    expect(calls()).toBe(2)
    await vi.advanceTimersByTimeAsync(1_500)
    const again = folder.current()
    expect(calls()).toBe(3)
    await vi.advanceTimersByTimeAsync(100)
    await again
  })

  it('waits for content after a change through this gateway, however long it takes', async () => {
    const { folder, change, answer } = await stale()
    change('other')
    folder.forget()
    let shown: string | undefined
    void folder.current().then(({ outputDir }) => (shown = outputDir))
    await vi.advanceTimersByTimeAsync(1_500)
    expect(shown).toBeUndefined()
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toBe('other')
  })

  it('does not cache the result of a read that started before the change', async () => {
    const { folder, change, answers, calls } = await stale()
    const before = folder.current()
    folder.forget()
    const site = folder.current()
    expect(calls()).toBe(3)
    // The older read returns last, with the value from before the change.
    change('other')
    answers[2]?.resolve()
    expect((await site).outputDir).toBe('other')
    change('_site')
    answers[1]?.resolve()
    expect((await before).outputDir).toBe('_site')
    expect((await folder.current()).outputDir).toBe('other')
    expect(calls()).toBe(3)
  })

  it('fails if content never responded', async () => {
    const { folder, fail } = slowContent()
    const site = folder.current()
    fail()
    await expect(site).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })
})
