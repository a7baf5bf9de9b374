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

    it('replaces files without changing the older release', async () => {
      await publish('_site', { 'index.html': 'old' })
      await publish('_site', { 'index.html': 'new' })
      const { generationId, token } = next()
      const staging = await stage({ 'index.html': 'third' }, { generationId, token, renew: ['index.html'] })
      const contribution = await store().contribute(release(generationId, token))
      const stored = staging.stored('index.html')
      const written = await contribution.write([{ ...page('index.html', 'third'), stored }])
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
