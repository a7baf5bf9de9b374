import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderBlobStore, s3BlobStore } from '@typecase/runtime/blobs'
import { label, testS3 } from '@typecase/testing/infra'
import { freshBucket } from '@typecase/testing/s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedBlobs } from '../../src/adapters/blobs/blobs.ts'
import type { Blobs } from '../../src/core/ports.ts'

async function* chunks(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
async function text(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const chunk of bytes) all.push(chunk)
  return Buffer.concat(all).toString()
}

/** Contract of Blobs, for every storage. */
function blobsContract(open: () => Promise<{ blobs: Blobs; close: () => Promise<void> }>): void {
  let blobs: Blobs
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ blobs, close } = await open())
  })
  afterAll(() => close?.())
  const listed = async (prefix: string) => {
    const found = []
    for await (const blob of blobs.list(prefix)) found.push(blob)
    return found
  }

  test('a write returns size and digest, and its bytes can be read completely or by range', async () => {
    const written = await blobs.write('media/files/1', chunks('0123', '456', '789'), 'text/plain')
    expect(written).toEqual({ size: 10, digest: createHash('sha256').update('0123456789').digest('hex') })
    expect(await text(blobs.read('media/files/1'))).toBe('0123456789')
    expect(await text(blobs.read('media/files/1', { first: 2, last: 5 }))).toBe('2345')
    expect(await text(blobs.read('media/files/1', { first: 9, last: 9 }))).toBe('9')
  })

  test('a reader may end early, or never start', async () => {
    await blobs.write('media/files/2', chunks('x'.repeat(1_000_000)), 'text/plain')
    for await (const chunk of blobs.read('media/files/2')) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await blobs.read('media/files/2')[Symbol.asyncIterator]().return?.()
  })

  test('nothing is stored if the chunks end with an error, and that error is thrown', async () => {
    async function* broken(): AsyncIterable<Uint8Array> {
      yield Buffer.alloc(300_000)
      throw new RangeError('broke')
    }
    await expect(blobs.write('media/files/3', broken(), 'text/plain')).rejects.toThrow('broke')
    await expect(text(blobs.read('media/files/3'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  test('a removed blob does not exist, and removing it again succeeds', async () => {
    await blobs.write('media/staging/4', chunks('x'), 'text/plain')
    await blobs.remove('media/staging/4')
    await blobs.remove('media/staging/4')
    await expect(text(blobs.read('media/staging/4'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  test('the list has key, size and time of all blobs under a prefix', async () => {
    await blobs.write('media/staging/5', chunks('1234', '567'), 'text/plain')
    const [only, ...more] = await listed('media/staging/')
    expect([only?.key, only?.size, more.length]).toEqual(['media/staging/5', 7, 0])
    expect(Math.abs(Date.now() - (only?.changedAt.getTime() ?? 0))).toBeLessThan(60_000)
    expect(await listed('media/none/')).toEqual([])
  })
}

describe('folder', () =>
  blobsContract(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'typecase-blobs-'))
    return { blobs: storedBlobs(folderBlobStore(folder)), close: () => rm(folder, { recursive: true }) }
  }))

const { skip } = await testS3()
describe.skipIf(skip)(label('s3', skip), () =>
  blobsContract(async () => {
    const { drop, ...access } = await freshBucket('media')
    return { blobs: storedBlobs(s3BlobStore(access)), close: drop }
  }),
)
