import { describe, expect, it } from 'vitest'
import type { SiteStore, Staging } from '../../src/core/ports.ts'

type Files = Record<string, string>

interface SharedReleases {
  text(outputDir: string, path: string): Promise<string | undefined>
  stage(files: Files, options: { renew?: string[]; generationId: string; token: number }): Promise<Staging>
  publish(outputDir: string, files: Files): Promise<string[]>
  next(): { generationId: string; token: number }
  store(): SiteStore
}

/** The contract of SiteStore for releases that several publishers write. */
export function sharedReleaseContract({ text, stage, publish, next, store }: SharedReleases): void {
  describe('a release that several publishers write', () => {
    const page = (path: string, content: string) => ({ path, content: Buffer.from(content) })
    const release = (generationId: string, token: number) => ({ outputDir: '_site', generationId, token })

    it('has the files of each publisher', async () => {
      const site = { 'a/index.html': 'a', 'b/index.html': 'b', 'c/index.html': 'c' }
      const { generationId, token } = next()
      const staging = await stage(site, { generationId, token })
      const [first, second] = [
        await store().contribute(release(generationId, token)),
        await store().contribute(release(generationId, token)),
      ]
      const written = await first.write([page('a/index.html', 'a'), page('b/index.html', 'b')])
      const again = await second.write([page('b/index.html', 'b')])
      await Promise.all([first.durable(), second.durable()])
      expect(written.map(({ path, size }) => [path, size])).toEqual([
        ['a/index.html', 1],
        ['b/index.html', 1],
      ])
      expect(again[0]?.digest).toBe(written[1]?.digest)
      expect(await staging.accept(written)).toEqual([])
      await staging.write([{ path: 'c/index.html', content: 'c' }])
      await staging.activate()
      for (const [path, content] of Object.entries(site)) expect(await text('_site', path)).toBe(content)
    })

    it('has files that were written before it was staged', async () => {
      await publish('_site', { 'index.html': 'old', 'same.html': 'same', 'gone.html': 'gone' })
      await publish('_site', { 'index.html': 'newer', 'same.html': 'same', 'gone.html': 'gone' })
      const { generationId, token } = next()
      await store().begin(release(generationId, token))
      const early = await store().contribute(release(generationId, token))
      const written = await early.write([page('index.html', 'early'), page('added.html', 'added')])
      await early.durable()
      expect(await text('_site', 'index.html')).toBe('newer')
      const files = { 'index.html': 'early', 'added.html': 'added', 'same.html': 'same' }
      const renew = ['index.html', 'added.html']
      const staging = await stage(files, { generationId, token, renew })
      expect([...staging.missing].filter((path) => !renew.includes(path))).toEqual([])
      expect(await staging.accept(written)).toEqual([])
      await staging.activate()
      for (const [path, content] of Object.entries(files)) expect(await text('_site', path)).toBe(content)
      expect(await text('_site', 'gone.html')).toBeUndefined()
    })

    it('changes nothing if it was begun and abandoned, and can be begun again', async () => {
      await publish('_site', { 'index.html': 'old' })
      const { generationId, token } = next()
      const begun = release(generationId, token)
      await store().begin(begun)
      await (await store().contribute(begun)).write([page('index.html', 'lost'), page('lost.html', 'lost')])
      await store().abandon(begun)
      expect(await text('_site', 'index.html')).toBe('old')
      await store().begin(begun)
      const staging = await stage({ 'index.html': 'again' }, { generationId, token, renew: ['index.html'] })
      await store().abandon(begun)
      await staging.write([{ path: 'index.html', content: 'again' }])
      await staging.activate()
      expect(await text('_site', 'index.html')).toBe('again')
      expect(await text('_site', 'lost.html')).toBeUndefined()
    })

    it('replaces files without changing the older release', async () => {
      await publish('_site', { 'index.html': 'old' })
      await publish('_site', { 'index.html': 'new' })
      const { generationId, token } = next()
      const staging = await stage({ 'index.html': 'third' }, { generationId, token, renew: ['index.html'] })
      const contribution = await store().contribute(release(generationId, token))
      const written = await contribution.write([page('index.html', 'third')])
      await contribution.durable()
      expect(await text('_site', 'index.html')).toBe('new')
      expect(await staging.accept(written)).toEqual([])
      await staging.activate()
      expect(await text('_site', 'index.html')).toBe('third')
    })

    it('rejects a publisher whose coordinator lost the lease', async () => {
      const { generationId, token } = next()
      await stage({ 'index.html': 'late' }, { generationId, token })
      await publish('_site', { 'index.html': 'newer' })
      await expect(store().contribute(release(generationId, token))).rejects.toMatchObject({
        code: 'LEASE_LOST',
      })
      expect(await text('_site', 'index.html')).toBe('newer')
    })

    it('rejects paths outside of the release', async () => {
      const { generationId, token } = next()
      await stage({ 'index.html': 'x' }, { generationId, token })
      const contribution = await store().contribute(release(generationId, token))
      await expect(contribution.write([page('../x', 'x')])).rejects.toMatchObject({
        code: 'OUTPUT_PATH_REFUSED',
      })
    })
  })
}
