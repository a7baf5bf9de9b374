import { beforeEach, describe, expect, it } from 'vitest'
import { Manifest } from '../../src/core/pages/manifest.ts'
import type { SiteStore } from '../../src/core/ports.ts'
import { sharedReleaseContract } from './shared-release.contract.ts'
import { siteGenerationsContract } from './site-generations.contract.ts'

export interface OpenedSiteStore {
  readonly store: SiteStore
  /** The bytes that a reader of the output gets. */
  read(outputDir: string, path: string): Promise<Uint8Array | undefined>
  list(outputDir: string): Promise<string[]>
}

/** The contract of SiteStore. */
export function siteStoreContract(open: () => Promise<OpenedSiteStore>): void {
  let opened: OpenedSiteStore
  let count = 0
  let tokens = 0
  const named = (n: number) => `generation-${String(n).padStart(4, '0')}`
  beforeEach(async () => {
    opened = await open()
  })

  const text = async (outputDir: string, path: string) => {
    const bytes = await opened.read(outputDir, path)
    return bytes && Buffer.from(bytes).toString()
  }

  const digests = (files: Record<string, string>) =>
    Manifest.fromEntries(Object.entries(files).map(([path, content]) => [path, `digest of ${content}`]))

  const stage = (
    files: Record<string, string>,
    { outputDir = '_site', renew = [] as string[], generationId = named(++count), token = ++tokens } = {},
  ) => {
    const about = {
      outputDir,
      generationId,
      token,
      trigger: 'manual' as const,
      pages: Object.keys(files).length,
    }
    return opened.store.stage({ ...about, files: digests(files), renew: new Set(renew) })
  }

  async function publish(
    outputDir: string,
    files: Record<string, string>,
    renew: string[] = [],
  ): Promise<string[]> {
    const staging = await stage(files, { outputDir, renew })
    await staging.write([...staging.missing].map((path) => ({ path, content: files[path] ?? '' })))
    await staging.activate()
    return [...staging.missing].sort()
  }

  describe('a site', () => {
    it('does not exist before the first release is activated', async () => {
      expect(await opened.store.current('_site')).toBeUndefined()
      const staging = await stage({ 'index.html': 'x' })
      await staging.write([{ path: 'index.html', content: 'x' }])
      expect(await opened.read('_site', 'index.html')).toBeUndefined()
      await staging.discard()
      expect(await opened.store.current('_site')).toBeUndefined()
    })

    it('is read as it was written, with its manifest', async () => {
      const files = { 'index.html': 'home ü', 'a/b/index.html': 'deep' }
      await publish('_site', files)
      expect(await text('_site', 'index.html')).toBe('home ü')
      expect(await text('_site', 'a/b/index.html')).toBe('deep')
      expect(await opened.store.current('_site')).toEqual(digests(files))
    })

    it('stores bytes, also in chunks', async () => {
      const staging = await stage({
        'images/x.png': '1',
        'images/y.png': '2',
        'rss.xml': '3',
        'part.xml': '4',
      })
      await staging.write([{ path: 'images/y.png', content: Uint8Array.of(0, 255) }])
      const many = new Uint8Array(2 ** 20).fill(7)
      await staging.write([{ path: 'part.xml', content: many.subarray(0, 2 ** 19) }])
      await staging.write([{ path: 'rss.xml', content: many }])
      await staging.copy('images/x.png', chunks([0, 255, 1], [2, 3]))
      await staging.activate()
      expect([...((await opened.read('_site', 'images/x.png')) ?? [])]).toEqual([0, 255, 1, 2, 3])
      expect([...((await opened.read('_site', 'images/y.png')) ?? [])]).toEqual([0, 255])
      for (const [path, length] of [
        ['rss.xml', 2 ** 20],
        ['part.xml', 2 ** 19],
      ] as const)
        expect(Buffer.from((await opened.read('_site', path)) ?? []).equals(Buffer.alloc(length, 7))).toBe(
          true,
        )
    })

    it('is replaced completely', async () => {
      await publish('_site', { 'index.html': 'old', 'gone/index.html': 'old' })
      await publish('_site', { 'index.html': 'new' })
      expect(await opened.list('_site')).toEqual(['index.html'])
      expect(await text('_site', 'index.html')).toBe('new')
    })

    it('is unchanged when an incomplete release is discarded', async () => {
      await publish('_site', { 'index.html': 'old' })
      const staging = await stage({ 'index.html': 'half', 'images/x.png': 'x' })
      await staging.write([{ path: 'index.html', content: 'half' }])
      await expect(staging.copy('images/x.png', failing())).rejects.toThrow('interrupted')
      expect(await text('_site', 'index.html')).toBe('old')
      await staging.discard()
      expect(await opened.list('_site')).toEqual(['index.html'])
    })

    it('is unchanged when a process dies while writing, and the same id can be staged again', async () => {
      await publish('_site', { 'index.html': 'old' })
      const dead = await stage({ 'index.html': 'half' }, { generationId: 'same' })
      await dead.write([{ path: 'index.html', content: 'half' }])
      const again = await stage({ 'index.html': 'new' }, { generationId: 'same' })
      await again.write([{ path: 'index.html', content: 'new' }])
      expect(await text('_site', 'index.html')).toBe('old')
      await again.activate()
      expect(await text('_site', 'index.html')).toBe('new')
    })

    it.each(['discarded', 'abandoned'])(
      'can be staged again with the same id and folders after it was %s',
      async (how) => {
        const files = { 'post/a/index.html': 'a', 'tag/b/index.html': 'b' }
        const write = async (content: string) => {
          const staging = await stage(files, { generationId: 'same' })
          await staging.write(Object.keys(files).map((path) => ({ path, content })))
          return staging
        }
        const first = await write('first')
        if (how === 'discarded') await first.discard()
        await (await write('again')).activate()
        expect([await text('_site', 'post/a/index.html'), await text('_site', 'tag/b/index.html')]).toEqual([
          'again',
          'again',
        ])
      },
    )

    it('is not changed by a publisher that lost the generation without noticing', async () => {
      const files = { 'index.html': 'x', 'post/a/index.html': 'a' }
      const [late, newer] = [++tokens, ++tokens]
      const current = await stage(files, { generationId: 'same', token: newer })
      await current.write([{ path: 'post/a/index.html', content: 'right' }])
      const stale = await stage(files, { generationId: 'same', token: late })
      await stale.write(Object.keys(files).map((path) => ({ path, content: 'wrong' })))
      await current.write([{ path: 'index.html', content: 'right' }])
      await stale.discard()
      await current.activate()
      expect([await text('_site', 'index.html'), await text('_site', 'post/a/index.html')]).toEqual([
        'right',
        'right',
      ])
      const later = await stage({ 'index.html': 'wrong' }, { generationId: 'same', token: late })
      await later.write([{ path: 'index.html', content: 'wrong' }])
      await expect(later.activate()).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect(await text('_site', 'index.html')).toBe('right')
    })

    it('reuses files with the same digest, and no others', async () => {
      await publish('_site', { 'index.html': 'same', 'other.html': 'x' })
      const staging = await stage({ 'index.html': 'same', 'other.html': 'changed', 'missing.html': 'new' })
      expect([...staging.missing].sort()).toEqual(['missing.html', 'other.html'])
      await staging.activate(new Set(['missing.html', 'other.html']))
      expect(await opened.list('_site')).toEqual(['index.html'])
      expect(await text('_site', 'index.html')).toBe('same')
      expect(await opened.store.current('_site')).toEqual(digests({ 'index.html': 'same' }))
    })

    it('lists renewed files as missing', async () => {
      await publish('_site', { 'index.html': 'same', 'a.html': 'a' })
      expect(await publish('_site', { 'index.html': 'same', 'a.html': 'a' }, ['a.html'])).toEqual(['a.html'])
    })

    it('is correct after many changes, with and without warm-up', async () => {
      let state: Record<string, string> = {}
      for (let n = 0; n < 25; n++) {
        state = changed(state, n)
        if (n % 3 === 1) opened.store.warmUp('_site')
        if (n % 7 === 1) opened.store.warmUp('elsewhere')
        await publish('_site', state, n % 10 === 9 ? Object.keys(state) : [])
        expect(await opened.list('_site')).toEqual(Object.keys(state).sort())
        await Promise.all(
          Object.entries(state).map(async ([path, content]) =>
            expect(await text('_site', path)).toBe(content),
          ),
        )
      }
    })

    it('can have a nested output folder, and outputs are independent', async () => {
      await publish('sites/one', { 'index.html': '1' })
      await publish('sites/two', { 'index.html': '2' })
      expect([await text('sites/one', 'index.html'), await text('sites/two', 'index.html')]).toEqual([
        '1',
        '2',
      ])
    })

    it('is never inside another output, and never contains one', async () => {
      await publish('a/b', { 'index.html': 'x' })
      await expect(stage({}, { outputDir: 'a/b/c' })).rejects.toMatchObject({ code: 'OUTPUT_DIR_TAKEN' })
      await expect(stage({}, { outputDir: 'a' })).rejects.toMatchObject({ code: 'OUTPUT_DIR_TAKEN' })
      for (const outputDir of ['a', 'a/b/c'])
        await expect(opened.store.refuseOverlap(outputDir)).rejects.toMatchObject({
          code: 'OUTPUT_DIR_TAKEN',
        })
      for (const outputDir of ['a/b', 'a/c', 'x']) await opened.store.refuseOverlap(outputDir)
    })

    it.each(['../x', 'a/../../x', '/etc/x', 'a//b', './a', 'a\\b', 'a\u0000b', ''])(
      'rejects the path %j',
      async (path) => {
        await expect(stage({ [path]: 'x' })).rejects.toMatchObject({ code: 'OUTPUT_PATH_REFUSED' })
        const staging = await stage({})
        await expect(staging.write([{ path, content: 'x' }])).rejects.toMatchObject({
          code: 'OUTPUT_PATH_REFUSED',
        })
        await expect(staging.copy(path, chunks([1]))).rejects.toMatchObject({ code: 'OUTPUT_PATH_REFUSED' })
        await staging.discard()
      },
    )
  })

  sharedReleaseContract({
    ...{ text, stage, publish },
    next: () => ({ generationId: named(++count), token: ++tokens }),
    store: () => opened.store,
  })

  siteGenerationsContract({
    text,
    digests,
    stage,
    publish,
    named,
    store: () => opened.store,
    list: (outputDir) => opened.list(outputDir),
    count: () => count,
    nextToken: () => ++tokens,
  })
}

/** Changes, adds, removes and restores files. */
function changed(state: Readonly<Record<string, string>>, n: number): Record<string, string> {
  const next = {
    ...state,
    [`p${n % 7}/index.html`]: `${n}`,
    [`deep/${n % 3}/${n % 5}/x.html`]: `${n}`,
    'back.html': n % 4 < 2 ? 'one' : 'other',
  }
  return Object.fromEntries(
    Object.entries(next).filter(([path]) => n % 4 !== 3 || path !== `p${(n * 3) % 7}/index.html`),
  )
}

async function* chunks(...parts: number[][]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Uint8Array.from(part)
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.from([1])
  throw new Error('interrupted')
}
