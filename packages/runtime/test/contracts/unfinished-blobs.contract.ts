import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BlobStore } from '../../src/blobs/index.ts'
import type { BlobStoreUnderTest } from './blob-store.contract.ts'

const png = { contentType: 'image/png' }

/** Contract of BlobStore for the data of writers that died. */
export function unfinishedBlobsContract(openStore: () => Promise<BlobStoreUnderTest>): void {
  let store: BlobStore
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ store, dispose } = await openStore())
  })
  afterAll(async () => await dispose())

  it('finds nothing to delete before the first put', async () => {
    expect(await store.removeUnfinished(new Date())).toBe(0)
  })

  it('deletes only incomplete uploads that started before a given time', async () => {
    const [old, young, complete] = ['unfinished/old +ü', 'unfinished/young', 'unfinished/complete']
    await store.put(complete, Buffer.from('complete'), png)
    const uploads = [old, young].map((key) => {
      const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      async function* source() {
        for (let i = 0; i < 20; i++) yield Buffer.alloc(1024 * 1024)
        started.resolve()
        await finish.promise
      }
      return {
        done: store.put(key, source(), png).then(
          () => 'stored',
          () => 'lost',
        ),
        started: started.promise,
        finish: finish.resolve,
      }
    })
    await Promise.all(uploads.map(({ started }) => started))
    expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
    uploads[1]?.finish()
    expect(await uploads[1]?.done).toBe('stored')
    expect(await store.removeUnfinished(new Date(Date.now() + 3_600_000))).toBe(1)
    expect(await store.removeUnfinished(new Date(Date.now() + 3_600_000))).toBe(0)
    uploads[0]?.finish()
    expect(await uploads[0]?.done).toBe('lost')
    expect(await store.stat(old)).toBeUndefined()
    expect(await store.stat(young)).toMatchObject({ size: 20 * 1024 * 1024 })
    expect(await store.stat(complete)).toMatchObject({ size: 8 })
  })
}
