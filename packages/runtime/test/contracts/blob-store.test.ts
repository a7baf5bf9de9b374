import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { label, testS3 } from '@typecase/testing/infra'
import { freshBucket, s3Client } from '@typecase/testing/s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderBlobStore, s3BlobStore } from '../../src/blobs/index.ts'
import { blobOrderContract } from './blob-order.contract.ts'
import { type BlobStoreUnderTest, blobStoreContract } from './blob-store.contract.ts'
import { unfinishedBlobsContract } from './unfinished-blobs.contract.ts'

const png = { contentType: 'image/png' }
const s3 = await testS3()

describe('blob store in a folder', () => {
  const inFolder = async () => {
    const { store, dir } = await folderStore()
    return { store, dispose: () => rm(dir, { recursive: true, force: true }) }
  }
  blobStoreContract(inFolder)
  blobOrderContract(inFolder)
  unfinishedBlobsContract(inFolder)

  it('leaves no temporary file after a broken stream', async () => {
    const { store, dir } = await folderStore()
    async function* breaking() {
      yield Buffer.alloc(100_000)
      throw new Error('source failed')
    }
    await expect(store.put('a', breaking(), png)).rejects.toThrow('source failed')
    expect(await readdir(join(dir, 'unfinished'))).toEqual([])
    await rm(dir, { recursive: true })
  })

  it('deletes temporary files that are over an hour old, but not recent ones', async () => {
    const { store, dir } = await folderStore()
    await store.put('a', Buffer.from('a'), png)
    const [old, young] = [join(dir, 'unfinished', 'old'), join(dir, 'unfinished', 'young')]
    await Promise.all([writeFile(old, 'x'), writeFile(young, 'x')])
    await utimes(old, new Date(Date.now() - 7_200_000), new Date(Date.now() - 7_200_000))
    await folderBlobStore(dir).put('b', Buffer.from('b'), png)
    expect(await readdir(join(dir, 'unfinished'))).toEqual(['young'])
    await rm(dir, { recursive: true })
  })

  it.skipIf(process.platform === 'win32')(
    'fails with STORAGE_UNAVAILABLE when a file exceeds the system limit, and keeps no partial file',
    async () => {
      const { dir } = await folderStore()
      const program = fileURLToPath(new URL('./small-file-limit.ts', import.meta.url))
      const script = 'ulimit -f 8; exec "$0" --no-warnings "$1" "$2"'
      const { stdout } = await promisify(execFile)('sh', ['-c', script, process.execPath, program, dir])
      expect(JSON.parse(stdout)).toEqual({
        kind: 'unavailable',
        code: 'STORAGE_UNAVAILABLE',
        message: 'The file storage is not available',
        cause: 'EFBIG',
      })
      expect(await readdir(join(dir, 'unfinished'))).toEqual([])
      await rm(dir, { recursive: true })
    },
  )

  it('fails with STORAGE_UNAVAILABLE when the folder cannot be used', async () => {
    const { store, dir } = await folderStore()
    await writeFile(join(dir, 'blobs'), 'a file where the folder should be')
    await expect(store.put('a', Buffer.from('a'), png)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    await expect(store.ping()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    await rm(dir, { recursive: true })
  })
})

describe.skipIf(s3.skip !== undefined)(label('blob store in S3', s3.skip), () => {
  blobStoreContract(bucketStore)
  blobOrderContract(bucketStore)
  unfinishedBlobsContract(bucketStore)

  it('aborts an upload whose stream breaks', async () => {
    const bucket = await freshBucket('parts')
    async function* breaking() {
      for (let i = 0; i < 20; i++) yield Buffer.alloc(1024 * 1024)
      throw new Error('source failed')
    }
    await expect(s3BlobStore(bucket).put('a', breaking(), png)).rejects.toThrow('source failed')
    const incomplete: unknown[] = []
    for await (const upload of s3Client(bucket).listIncompleteUploads(bucket.bucket, '', true))
      incomplete.push(upload)
    expect(incomplete).toEqual([])
    await bucket.drop()
  })

  it('creates its bucket on first use, even if two stores do so concurrently', async () => {
    const bucket = await freshBucket('created')
    await bucket.drop()
    const stores = [s3BlobStore(bucket), s3BlobStore(bucket)]
    await Promise.all(stores.map((store, i) => store.put(`key-${i}`, Buffer.from('x'), png)))
    expect(await stores[0]?.stat('key-1')).toMatchObject({ size: 1 })
    await bucket.drop()
  })

  it('fails with STORAGE_UNAVAILABLE without a server', async () => {
    const store = s3BlobStore({
      endpoint: 'http://127.0.0.1:1',
      bucket: 'bucket',
      accessKey: 'a',
      secretKey: 's',
    })
    const unavailable = { kind: 'unavailable', code: 'STORAGE_UNAVAILABLE' }
    await expect(store.ping()).rejects.toMatchObject(unavailable)
    await expect(store.put('a', Buffer.from('a'), png)).rejects.toMatchObject(unavailable)
    await expect(store.get('a')).rejects.toMatchObject(unavailable)
  })
})

// An S3 emulator from npm. It neither lists incomplete uploads nor sorts keys by their bytes.
describe('blob store in fauxqs', () => {
  const server = spawn(process.execPath, [fileURLToPath(new URL('./fauxqs-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let endpoint = ''
  let buckets = 0
  beforeAll(async () => {
    const [line] = (await once(server.stdout as Readable, 'data')) as [Buffer]
    endpoint = line.toString('utf8').trim()
  })
  afterAll(() => void server.kill())

  blobStoreContract(async () => ({
    store: s3BlobStore({
      endpoint,
      bucket: `blobs-${++buckets}`,
      accessKey: 'test',
      secretKey: 'test',
      region: 'us-east-1',
    }),
    dispose: async () => undefined,
  }))
})

async function folderStore() {
  const dir = await mkdtemp(join(tmpdir(), 'typecase-blobs-'))
  return { store: folderBlobStore(dir), dir }
}

async function bucketStore(): Promise<BlobStoreUnderTest> {
  const bucket = await freshBucket('blobs')
  return { store: s3BlobStore(bucket), dispose: () => bucket.drop() }
}
