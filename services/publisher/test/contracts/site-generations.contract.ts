import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../src/core/pages/manifest.ts'
import type { SiteStore, Staging } from '../../src/core/ports.ts'

type Files = Record<string, string>

/** Operations on the store of a test. */
export interface SiteStoreSteps {
  store(): SiteStore
  /** The file that readers get. */
  text(outputDir: string, path: string): Promise<string | undefined>
  list(outputDir: string): Promise<string[]>
  digests(files: Files): Manifest
  stage(
    files: Files,
    options?: { readonly outputDir?: string; readonly renew?: string[]; readonly generationId?: string },
  ): Promise<Staging>
  publish(outputDir: string, files: Files, renew?: string[]): Promise<string[]>
  /** The id of generation number `n`; `count` returns the number of the newest one. */
  named(n: number): string
  count(): number
  nextToken(): number
}

/** The contract of SiteStore for stored generations and tokens. */
export function siteGenerationsContract(steps: SiteStoreSteps): void {
  const { store, text, list, digests, stage, publish, named, count, nextToken } = steps

  describe('the generations', () => {
    const idsOf = async (outputDir = '_site') => (await store().generations(outputDir)).map(({ id }) => id)
    const live = async (outputDir = '_site') =>
      (await store().generations(outputDir)).filter(({ isLive }) => isLive).map(({ id }) => id)

    it('are an empty list before the first one', async () => {
      expect(await store().generations('_site')).toEqual([])
      expect(await store().shown('_site')).toBeUndefined()
      expect(await store().activate('_site', 'generation-0001', nextToken())).toBeUndefined()
    })

    it('are listed with their data, newest first', async () => {
      const before = Date.now()
      await publish('_site', { 'index.html': '1' })
      const first = count()
      await publish('_site', { 'index.html': '2', 'a.html': 'a' })
      const [newest, older, ...more] = await store().generations('_site')
      expect(newest).toMatchObject({ id: named(count()), trigger: 'manual', pages: 2, isLive: true })
      expect(older).toMatchObject({ id: named(first), trigger: 'manual', pages: 1, isLive: false })
      expect(newest?.at.getTime()).toBeGreaterThanOrEqual(before)
      expect(more).toEqual([])
    })

    it('are stored, up to five per output', async () => {
      await publish('other', { 'index.html': 'other' })
      const other = count()
      for (let n = 1; n <= 9; n++) await publish('_site', { 'index.html': String(n) })
      expect(await idsOf()).toEqual([0, 1, 2, 3, 4].map((back) => named(count() - back)))
      expect(await idsOf('other')).toEqual([named(other)])
      const staging = await stage({ 'index.html': 'half' })
      expect(await idsOf()).toHaveLength(5)
      await staging.discard()
      expect(await idsOf()).toHaveLength(5)
    })

    it('count once if they were activated several times', async () => {
      for (let n = 1; n <= 5; n++) await publish('_site', { 'index.html': String(n) })
      const ids = await idsOf()
      for (let round = 1; round <= 6; round++) {
        const staging = await stage(
          { 'index.html': `round ${round}` },
          { renew: ['index.html'], generationId: named(count()) },
        )
        await staging.write([{ path: 'index.html', content: `round ${round}` }])
        await staging.activate()
        expect(await idsOf()).toEqual(ids)
        expect(await live()).toEqual([named(count())])
        expect(await text('_site', 'index.html')).toBe(`round ${round}`)
      }
      expect(await store().activate('_site', ids.at(-1) ?? '', nextToken())).toMatchObject({ isLive: true })
      expect(await text('_site', 'index.html')).toBe('1')
    })

    it('can each be restored completely, in any order', async () => {
      const first = count() + 1
      for (let n = 1; n <= 5; n++)
        await publish('_site', { 'index.html': String(n), [`only-${n}.html`]: 'x' })
      for (const n of [1, 3, 5, 2]) {
        const id = named(first + n - 1)
        expect(await store().activate('_site', id, nextToken())).toMatchObject({ id, isLive: true, pages: 2 })
        expect(await text('_site', 'index.html')).toBe(String(n))
        expect(await list('_site')).toEqual(['index.html', `only-${n}.html`])
        expect(await store().current('_site')).toEqual(
          digests({ 'index.html': String(n), [`only-${n}.html`]: 'x' }),
        )
        expect(await live()).toEqual([id])
        expect(await store().shown('_site')).toBe(id)
        expect(await idsOf()).toHaveLength(5)
      }
    })

    it('reuse the files of a restored generation', async () => {
      await publish('_site', { 'index.html': 'one', 'same.html': 'same' })
      const first = named(count())
      await publish('_site', { 'index.html': 'two', 'same.html': 'same' })
      await store().activate('_site', first, nextToken())
      expect(await publish('_site', { 'index.html': 'two', 'same.html': 'same' })).toEqual(['index.html'])
      expect(await text('_site', 'index.html')).toBe('two')
      expect(await live()).toEqual([named(count())])
    })

    it('cannot be restored after they are deleted', async () => {
      const first = named(count() + 1)
      for (let n = 1; n <= 7; n++) await publish('_site', { 'index.html': String(n) })
      expect(await store().activate('_site', first, nextToken())).toBeUndefined()
      expect(await text('_site', 'index.html')).toBe('7')
    })
  })

  describe('a publisher with an old token', () => {
    it('cannot activate its older release', async () => {
      await publish('_site', { 'index.html': 'old' })
      const stale = await stage({ 'index.html': 'stale' })
      const fresh = await stage({ 'index.html': 'fresh' })
      for (const [staging, content] of [
        [stale, 'stale'],
        [fresh, 'fresh'],
      ] as const)
        await staging.write([{ path: 'index.html', content }])
      await fresh.activate()
      await expect(stale.activate()).rejects.toMatchObject({ code: 'LEASE_LOST' })
      await stale.discard()
      expect(await text('_site', 'index.html')).toBe('fresh')
      expect((await store().generations('_site')).map(({ pages }) => pages)).toEqual([1, 1])
    })

    it('cannot restore a generation or replace a restored one', async () => {
      await publish('_site', { 'index.html': 'one' })
      const [first, oldToken] = [named(count()), nextToken()]
      await publish('_site', { 'index.html': 'two' })
      await expect(store().activate('_site', first, oldToken)).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect(await text('_site', 'index.html')).toBe('two')
      const stale = await stage({ 'index.html': 'stale' })
      await stale.write([{ path: 'index.html', content: 'stale' }])
      await store().activate('_site', first, nextToken())
      await expect(stale.activate()).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect(await text('_site', 'index.html')).toBe('one')
    })
  })
}
