import { AppError } from '@typecase/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { siteFolder } from './site-folder.ts'

/** Content whose responses the test controls. */
function slowContent() {
  const waiting: PromiseWithResolvers<void>[] = []
  let outputDir = '_site'
  const getSettings = async () => {
    const turn = Promise.withResolvers<void>()
    waiting.push(turn)
    await turn.promise
    return { staticOutputDir: outputDir, staticBaseUrl: '', siteUrl: 'https://x.test/base' }
  }
  return {
    folder: siteFolder({ getSettings } as unknown as Parameters<typeof siteFolder>[0]),
    answers: waiting,
    asked: () => waiting.length,
    change: (to: string) => {
      outputDir = to
    },
    answer: () => waiting.at(-1)?.resolve(),
    fail: () => waiting.at(-1)?.reject(new AppError('unavailable', 'UPSTREAM_UNAVAILABLE', 'away')),
  }
}

describe('the folder of the site', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A folder that was read two seconds ago. */
  async function stale() {
    const content = slowContent()
    const first = content.folder.current()
    content.answer()
    expect(await first).toEqual({ outputDir: '_site', basePath: '/base' })
    await vi.advanceTimersByTimeAsync(2_001)
    return content
  }

  it('is read once for concurrent requests, and cached for two seconds', async () => {
    const { folder, asked, answer } = slowContent()
    const both = [folder.current(), folder.current()]
    answer()
    await Promise.all(both)
    await folder.current()
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_001)
    const later = folder.current()
    answer()
    await later
    expect(asked()).toBe(2)
  })

  it('follows changes of other gateways while content responds', async () => {
    const { folder, change, answer } = await stale()
    change('other')
    const site = folder.current()
    answer()
    expect((await site).outputDir).toBe('other')
  })

  it('delays few requests, and briefly, while content does not respond', async () => {
    const { folder, asked, fail } = await stale()
    const first = folder.current()
    await vi.advanceTimersByTimeAsync(100)
    expect((await first).outputDir).toBe('_site')
    // No timer must run for these.
    expect((await folder.current()).outputDir).toBe('_site')
    expect(asked()).toBe(2)
    fail()
    await vi.advanceTimersByTimeAsync(4_000)
    expect((await folder.current()).outputDir).toBe('_site')
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(1_500)
    const again = folder.current()
    expect(asked()).toBe(3)
    await vi.advanceTimersByTimeAsync(100)
    await again
  })

  it('is awaited after a change through this gateway, however long that takes', async () => {
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

  it('does not use a read that started before the change', async () => {
    const { folder, change, answers, asked } = await stale()
    const before = folder.current()
    folder.forget()
    const site = folder.current()
    expect(asked()).toBe(3)
    // The older read returns last, with the value from before the change.
    change('other')
    answers[2]?.resolve()
    expect((await site).outputDir).toBe('other')
    change('_site')
    answers[1]?.resolve()
    expect((await before).outputDir).toBe('_site')
    expect((await folder.current()).outputDir).toBe('other')
    expect(asked()).toBe(3)
  })

  it('is unknown, which is an error, if content never responded', async () => {
    const { folder, fail } = slowContent()
    const site = folder.current()
    fail()
    await expect(site).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })
})
