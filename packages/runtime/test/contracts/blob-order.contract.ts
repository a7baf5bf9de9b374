import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BlobStore } from '../../src/blobs/index.ts'
import type { BlobStoreUnderTest } from './blob-store.contract.ts'

const png = { contentType: 'image/png' }

/** Order of listings, which some S3 emulators do not implement. */
export function blobOrderContract(openStore: () => Promise<BlobStoreUnderTest>): void {
  let store: BlobStore
  let dispose: () => Promise<void>

  beforeAll(async () => {
    ;({ store, dispose } = await openStore())
  })
  afterAll(async () => await dispose())

  const keysUnder = async (prefix: string): Promise<string[]> => {
    const keys: string[] = []
    for await (const { key } of store.list(prefix)) keys.push(key)
    return keys
  }

  it('lists keys with a prefix in byte order', async () => {
    const base = 'list'
    const names = [
      'a',
      'a/b',
      'a/b/c',
      'a-b',
      'a.txt',
      'ab',
      'b/1',
      'é',
      '雪/😀',
      'Z',
      'a b',
      'x+y/z',
      '100%25',
    ]
    for (const name of names) await store.put(`${base}/${name}`, Buffer.from(name), png)
    const ordered = names
      .map((name) => `${base}/${name}`)
      .sort((a, b) => Buffer.from(a).compare(Buffer.from(b)))
    expect(await keysUnder(`${base}/`)).toEqual(ordered)
    expect(await keysUnder(`${base}/a`)).toEqual(ordered.filter((key) => key.startsWith(`${base}/a`)))
    expect(await keysUnder(`${base}/a/`)).toEqual([`${base}/a/b`, `${base}/a/b/c`])
    expect(await keysUnder(`${base}/nothing`)).toEqual([])
    const found = await store.get(`${base}/雪/😀`)
    expect(found && (await buffer(found.stream)).toString('utf8')).toBe('雪/😀')
    for await (const { key, size } of store.list(`${base}/x`))
      expect([key, size]).toEqual([`${base}/x+y/z`, 5])
  })
}
