import { beforeEach, describe, expect, it } from 'vitest'
import type { SiteStore } from '../../src/core/ports.ts'

export interface OpenedSiteStore {
  readonly store: SiteStore
  /** What a reader of the output sees. */
  read(outputDir: string, path: string): Promise<Uint8Array | undefined>
  list(outputDir: string): Promise<string[]>
}

/** What every SiteStore promises. */
export function siteStoreContract(open: () => Promise<OpenedSiteStore>): void {
  let opened: OpenedSiteStore
  let count = 0
  beforeEach(async () => {
    opened = await open()
  })

  const text = async (outputDir: string, path: string) => {
    const bytes = await opened.read(outputDir, path)
    return bytes && Buffer.from(bytes).toString()
  }

  async function publish(outputDir: string, files: Record<string, string>): Promise<void> {
    const staging = await opened.store.stage(outputDir, `generation-${String(++count).padStart(4, '0')}`)
    for (const [path, content] of Object.entries(files)) await staging.write(path, content)
    await staging.activate(new Map(Object.entries(files)))
  }

  describe('a site', () => {
    it('is not there before the first is activated', async () => {
      expect(await opened.store.current('_site')).toBeUndefined()
      const staging = await opened.store.stage('_site', 'a')
      await staging.write('index.html', 'x')
      expect(await opened.read('_site', 'index.html')).toBeUndefined()
      await staging.discard()
      expect(await opened.store.current('_site')).toBeUndefined()
    })

    it('is read as it was written, with its manifest', async () => {
      await publish('_site', { 'index.html': 'home ü', 'a/b/index.html': 'deep' })
      expect(await text('_site', 'index.html')).toBe('home ü')
      expect(await text('_site', 'a/b/index.html')).toBe('deep')
      expect(await opened.store.current('_site')).toEqual(
        new Map([
          ['index.html', 'home ü'],
          ['a/b/index.html', 'deep'],
        ]),
      )
    })

    it('keeps bytes that come in chunks', async () => {
      const staging = await opened.store.stage('_site', 'a')
      await staging.write('images/x.png', chunks([0, 255, 1], [2, 3]))
      await staging.activate(new Map([['images/x.png', 'd']]))
      expect([...((await opened.read('_site', 'images/x.png')) ?? [])]).toEqual([0, 255, 1, 2, 3])
    })

    it('is replaced whole: nothing of the former stays', async () => {
      await publish('_site', { 'index.html': 'old', 'gone/index.html': 'old' })
      await publish('_site', { 'index.html': 'new' })
      expect(await opened.list('_site')).toEqual(['index.html'])
      expect(await text('_site', 'index.html')).toBe('new')
    })

    it('stays when the next one is given up in the middle', async () => {
      await publish('_site', { 'index.html': 'old' })
      const staging = await opened.store.stage('_site', 'broken')
      await staging.write('index.html', 'half')
      await expect(staging.write('images/x.png', failing())).rejects.toThrow('broken off')
      expect(await text('_site', 'index.html')).toBe('old')
      await staging.discard()
      expect(await opened.list('_site')).toEqual(['index.html'])
    })

    it('stays when a process died over the next, which can be begun again under the same name', async () => {
      await publish('_site', { 'index.html': 'old' })
      const dead = await opened.store.stage('_site', 'same')
      await dead.write('index.html', 'half')
      const again = await opened.store.stage('_site', 'same')
      await again.write('index.html', 'new')
      expect(await text('_site', 'index.html')).toBe('old')
      await again.activate(new Map())
      expect(await text('_site', 'index.html')).toBe('new')
    })

    it('takes files over from the current one, and those alone', async () => {
      await publish('_site', { 'index.html': 'same', 'other.html': 'x' })
      const staging = await opened.store.stage('_site', 'next')
      expect(await staging.reuse('index.html')).toBe(true)
      expect(await staging.reuse('missing.html')).toBe(false)
      await staging.activate(new Map())
      expect(await opened.list('_site')).toEqual(['index.html'])
      expect(await text('_site', 'index.html')).toBe('same')
    })

    it('has an output folder that may lie deeper, and outputs do not touch each other', async () => {
      await publish('sites/one', { 'index.html': '1' })
      await publish('sites/two', { 'index.html': '2' })
      expect([await text('sites/one', 'index.html'), await text('sites/two', 'index.html')]).toEqual(['1', '2'])
    })

    it('never lies inside another, nor around one', async () => {
      await publish('a/b', { 'index.html': 'x' })
      await expect(opened.store.stage('a/b/c', 'x')).rejects.toMatchObject({ code: 'OUTPUT_DIR_TAKEN' })
      await expect(opened.store.stage('a', 'x')).rejects.toMatchObject({ code: 'OUTPUT_DIR_TAKEN' })
    })

    it.each(['../x', 'a/../../x', '/etc/x', 'a//b', './a', 'a\\b', 'a\u0000b', ''])('refuses to write %j', async (path) => {
      const staging = await opened.store.stage('_site', 'hostile')
      await expect(staging.write(path, 'x')).rejects.toMatchObject({ code: 'OUTPUT_PATH_REFUSED' })
      await expect(staging.reuse(path)).rejects.toMatchObject({ code: 'OUTPUT_PATH_REFUSED' })
      await staging.discard()
    })
  })
}

async function* chunks(...parts: number[][]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Uint8Array.from(part)
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.from([1])
  throw new Error('broken off')
}
