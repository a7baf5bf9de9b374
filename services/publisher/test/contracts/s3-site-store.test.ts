import { liveGeneration, parseManifest, parsePointer, sitePlaces } from '@typecase/contracts/published-site'
import { type BlobStore, s3BlobStore } from '@typecase/runtime/blobs'
import { label, testS3 } from '@typecase/testing/infra'
import { type FreshBucket, freshBucket } from '@typecase/testing/s3'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { GarbageOptions } from '../../src/adapters/s3/garbage.ts'
import { S3SiteStore } from '../../src/adapters/s3/site-store.ts'
import { Manifest } from '../../src/core/pages/manifest.ts'
import { mapOf } from '../support/manifests.ts'
import { filesBehind, pointerKey } from '../support/site-in-s3.ts'
import { siteStoreContract } from './site-store.contract.ts'

const { skip } = await testS3()
describe.skipIf(skip)(label('S3 site store', skip), () => {
  const buckets: FreshBucket[] = []
  afterAll(async () => {
    for (const bucket of buckets) await bucket.drop()
  })
  const failed: unknown[] = []
  const openStore = (blobs: BlobStore, options: Partial<GarbageOptions> = {}) =>
    new S3SiteStore(blobs, { onGarbageFailed: (error) => failed.push(error), ...options })

  async function freshBlobs(): Promise<BlobStore> {
    const bucket = await freshBucket('sites')
    buckets.push(bucket)
    return s3BlobStore(bucket)
  }

  siteStoreContract(async () => {
    const blobs = await freshBlobs()
    const store = openStore(blobs, { garbageMs: 0, collectEveryMs: 300 })
    const filesByPointer = new Map<string, ReturnType<typeof filesBehind>>()
    const files = async (outputDir: string) => {
      const key = await pointerKey(blobs, outputDir)
      if (key !== undefined && !filesByPointer.has(key))
        filesByPointer.set(key, filesBehind(blobs, outputDir, key))
      return key === undefined ? undefined : filesByPointer.get(key)
    }
    return {
      store,
      read: async (outputDir, path) => {
        const object = (await files(outputDir))?.get(path)
        const blob = object && (await blobs.get(sitePlaces(outputDir).object(object.digest)))
        if (!blob) return undefined
        const bytes = Buffer.concat(await blob.stream.toArray())
        expect(bytes.length).toBe(object.size)
        return bytes
      },
      list: async (outputDir) => [...((await files(outputDir))?.keys() ?? [])].sort(),
    }
  })

  it('collects garbage without errors', () => expect(failed).toEqual([]))

  describe('the objects', () => {
    let blobs: BlobStore
    let puts: string[]
    beforeEach(async () => {
      const forwarded = await freshBlobs()
      puts = []
      blobs = {
        ...forwarded,
        put: async (key, body, options) => {
          puts.push(key)
          return forwarded.put(key, body, options)
        },
      }
    })
    const keys = async () => {
      const allKeys: string[] = []
      for await (const { key } of blobs.list('')) allKeys.push(key)
      return allKeys
    }
    const objects = async () => (await keys()).filter((key) => key.includes('/objects/')).length
    let token = 0
    async function publish(
      store: ReturnType<typeof openStore>,
      files: Record<string, string>,
      trigger: 'manual' | 'event' = 'event',
    ): Promise<void> {
      token += 1
      const about = {
        outputDir: '_site',
        generationId: `g-${String(token).padStart(3, '0')}`,
        trigger,
        pages: 1,
        token,
      }
      const staging = await store.stage({
        ...about,
        files: Manifest.fromEntries(Object.entries(files)),
        renew: new Set(),
      })
      await staging.write([...staging.missing].map((path) => ({ path, content: files[path] ?? '' })))
      await staging.activate()
    }

    it('are stored once for equal bytes, and not again for the next generation', async () => {
      const store = openStore(blobs)
      await publish(store, { 'a.html': 'same', 'b.html': 'same', 'c.html': 'other' })
      expect(await objects()).toBe(2)
      puts = []
      await publish(store, { 'a.html': 'same', 'b.html': 'new', 'c.html': 'other' })
      expect(puts.filter((key) => key.includes('/objects/'))).toHaveLength(1)
      expect(puts.at(-1)).toMatch(/^site-pointers\//)
    })

    it('are garbage-collected when old, except the newest pointer and restorable releases', async () => {
      const notCollecting = openStore(blobs, { collectEveryMs: 0 })
      for (let n = 0; n < 8; n++)
        await publish(notCollecting, { 'index.html': String(n), 'same.html': 'same' })
      await notCollecting.close()
      expect(await objects()).toBe(9)
      await blobs.put('sites/other/objects/x', Buffer.from('of another site'), { contentType: 'text/plain' })
      const collecting = openStore(blobs, { garbageMs: -60_000, collectEveryMs: 0 })
      await publish(collecting, { 'index.html': 'last', 'same.html': 'same' })
      await collecting.close()
      const remaining = await keys()
      expect(remaining.filter((key) => key.startsWith('site-pointers/'))).toHaveLength(1)
      expect(remaining.filter((key) => key.includes('/manifests/'))).toHaveLength(5)
      expect(await objects()).toBe(6 + 1)
      expect(await blobs.stat('sites/other/objects/x')).toBeDefined()
      expect(failed).toEqual([])
    })

    it('may be large and streamed in chunks', async () => {
      const store = openStore(blobs)
      const parts = Array.from({ length: 40 }, (_, n) => Buffer.alloc(100_000, n))
      const about = {
        outputDir: '_site',
        generationId: 'large',
        trigger: 'manual' as const,
        pages: 0,
        token: ++token,
      }
      const staging = await store.stage({
        ...about,
        files: Manifest.fromEntries([['video.mp4', 'v']]),
        renew: new Set(),
      })
      await staging.copy(
        'video.mp4',
        (async function* () {
          yield* parts
        })(),
      )
      await staging.activate()
      const object = (await shownFiles(blobs, '_site'))?.get('video.mp4')
      const blob = await blobs.get(sitePlaces('_site').object(object?.digest ?? ''))
      expect(Buffer.concat((await blob?.stream.toArray()) ?? []).equals(Buffer.concat(parts))).toBe(true)
      expect((await keys()).filter((key) => key.includes('unfinished'))).toEqual([])
    })

    it('prevent the switch if one of them cannot be stored', async () => {
      await publish(openStore(blobs), { 'index.html': 'old' })
      const broken = openStore({
        ...blobs,
        put: async (key, body, options) => {
          if (key.includes('/objects/')) throw new Error('storage full')
          return blobs.put(key, body, options)
        },
      })
      await expect(publish(broken, { 'index.html': 'new' })).rejects.toThrow('storage full')
      expect((await shownFiles(blobs, '_site'))?.get('index.html')?.source).toBe('old')
    })

    it('show the old site if the publisher dies at any step, until another publisher succeeds', async () => {
      await publish(openStore(blobs), { 'index.html': 'old' })
      for (let steps = 0; ; steps++) {
        let remainingSteps = steps
        const dying = openStore({
          ...blobs,
          put: async (key, body, options) => {
            if (remainingSteps-- <= 0) throw new Error('killed')
            return blobs.put(key, body, options)
          },
        })
        const survived = await publish(dying, { 'index.html': `new ${steps}` }).then(
          () => true,
          () => false,
        )
        expect((await shownFiles(blobs, '_site'))?.get('index.html')?.source).toBe(
          survived ? `new ${steps}` : 'old',
        )
        if (survived) break
      }
      await publish(openStore(blobs), { 'index.html': 'next' })
      expect((await shownFiles(blobs, '_site'))?.get('index.html')?.source).toBe('next')
    })

    it('never show an older site, even if its pointer is written late', async () => {
      const store = openStore(blobs)
      await publish(store, { 'index.html': 'old' })
      const { pointers, pointer } = sitePlaces('_site')
      const [late] = (await keys()).filter((key) => key.startsWith(pointers))
      const bytes = Buffer.concat((await (await blobs.get(late ?? ''))?.stream.toArray()) ?? [])
      await publish(store, { 'index.html': 'new' })
      await blobs.put(pointer(token - 1), bytes, { contentType: 'application/json' })
      expect((await shownFiles(blobs, '_site'))?.get('index.html')?.source).toBe('new')
      expect([...((await store.current('_site'))?.digests ?? [])]).toEqual(['new'])
    })

    describe('of a manifest of 3,000 files', () => {
      const large = Object.fromEntries(
        Array.from({ length: 3_000 }, (_, n) => [`post/${String(n).padStart(4, '0')}/index.html`, 'same']),
      )
      const edited = (n: number) => ({ ...large, [`post/${1000 + n}/index.html`]: `edit ${n}` })
      const sources = async (store: ReturnType<typeof openStore>) =>
        Object.fromEntries(mapOf(await store.current('_site')))
      const live = async () => {
        const key = (await pointerKey(blobs, '_site')) ?? ''
        return liveGeneration(parsePointer(await textOf(key)))
      }
      const textOf = async (key: string) =>
        Buffer.concat((await (await blobs.get(key))?.stream.toArray()) ?? []).toString()
      const completeFiles = async () =>
        parseManifest(await textOf(sitePlaces('_site').manifest((await live()).manifest)))

      it('are replaced one at a time when a file is edited, added or removed', async () => {
        const store = openStore(blobs)
        await publish(store, large)
        const { 'post/2000/index.html': _, ...fewer } = large
        const more = Object.fromEntries(Object.entries({ ...large, 'post/2000/more.html': 'same' }).sort())
        for (const files of [edited(1), more, fewer]) {
          await publish(store, large)
          puts = []
          await publish(store, files)
          // One part of the manifest, and its index.
          expect(puts.filter((key) => key.includes('/manifests/'))).toHaveLength(2)
          expect(Object.keys(await sources(openStore(blobs)))).toEqual(Object.keys(files))
          expect(await sources(openStore(blobs))).toEqual(files)
        }
      })

      it('are kept for every restorable release, and garbage-collected with it', async () => {
        const store = openStore(blobs, { garbageMs: -60_000, collectEveryMs: 0 })
        await publish(store, large)
        for (let n = 0; n < 7; n++) await publish(store, edited(n))
        await store.close()
        const manifests = (await keys()).filter((key) => key.includes('/manifests/'))
        await publish(store, edited(7))
        await store.close()
        expect((await keys()).filter((key) => key.includes('/manifests/'))).toHaveLength(manifests.length)
        for (const { id } of await store.generations('_site')) {
          token += 1
          await store.activate('_site', id, token)
          expect(
            Object.values(await sources(openStore(blobs))).filter((text) => text !== 'same'),
          ).toHaveLength(1)
        }
        expect(failed).toEqual([])
      })

      it('are also in a complete manifest for 0.1, at first and after each manual generation', async () => {
        const store = openStore(blobs)
        await publish(store, { 'index.html': 'small' }, 'manual')
        await publish(store, large)
        expect(await completeFiles()).toEqual(await shownFiles(blobs, '_site'))
        await publish(store, edited(1), 'manual')
        expect(await completeFiles()).toEqual(await shownFiles(blobs, '_site'))
        await publish(store, edited(2))
        expect((await completeFiles()).get('post/1001/index.html')?.source).toBe('edit 1')
      })
    })
  })
})

/** The files that a reader of that output sees. */
async function shownFiles(blobs: BlobStore, outputDir: string) {
  const key = await pointerKey(blobs, outputDir)
  return key === undefined ? undefined : filesBehind(blobs, outputDir, key)
}
