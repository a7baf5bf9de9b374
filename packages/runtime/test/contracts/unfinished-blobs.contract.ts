import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BlobStore } from '../../src/blobs/index.ts'
import type { BlobStoreUnderTest } from './blob-store.contract.ts'

const png = { contentType: 'image/png' }

/** Contract of BlobStore about writers that died. */
export function unfinishedBlobsContract(openStore: () => Promise<BlobStoreUnderTest>): void {
  let store: BlobStore
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ store, dispose } = await openStore())
  })
  afterAll(async () => await dispose())

  it('finds nothing before the first put', async () => {
    expect(await store.removeUnfinished(new Date())).toBe(0)
  })

  it('deletes only incomplete data that began before a time', async () => {
    const [old, young, complete] = ['unfinished/old +ü', 'unfinished/young', 'unfinished/complete']
    await store.put(complete, Buffer.from('complete'), png)
    const held = [old, young].map((key) => {
      const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      async function* source() {
        for (let i = 0; i < 20; i++) yield Buffer.alloc(1024 * 1024)
        begun.resolve()
        await go.promise
      }
      return {
        done: store.put(key, source(), png).then(
          () => 'stored',
          () => 'lost',
        ),
        begun: begun.promise,
        go: go.resolve,
      }
    })
    await Promise.all(held.map(({ begun }) => begun))
    expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
    held[1]?.go()
    expect(await held[1]?.done).toBe('stored')
    expect(await store.removeUnfinished(new Date(Date.now() + 3_600_000))).toBe(1)
    expect(await store.removeUnfinished(new Date(Date.now() + 3_600_000))).toBe(0)
    held[0]?.go()
    expect(await held[0]?.done).toBe('lost')
    expect(await store.stat(old)).toBeUndefined()
    expect(await store.stat(young)).toMatchObject({ size: 20 * 1024 * 1024 })
    expect(await store.stat(complete)).toMatchObject({ size: 8 })
  })
}
