/** Interrupts large uploads: in the end, neither a file nor its bytes remain, whichever process dies. */
import { join } from 'node:path'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { type BlobStore, folderBlobStore, s3BlobStore } from '@typecase/runtime/blobs'
import { runCheckMedia } from '@typecase/standalone/check-media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type LoggedIn, loggedIn } from './api.ts'
import { administrator, temporaryFolder } from './process.ts'
import { digestOf, uploadLarge } from './scenarios/large-upload.ts'

const mebibyte = 1024 * 1024
const size = 32 * mebibyte
/** Number of bytes after which every process holds a part of the file, and S3 has stored some parts. */
const someSent = 16 * mebibyte
const uploads = [0, 1, 2, 3]

describe.each(['folder', 'S3'] as const)('an upload to %s', (place) => {
  const folder = temporaryFolder()
  const blobDir = join(folder.path, 'blobs')
  let cluster: Cluster
  let api: LoggedIn
  let store: BlobStore

  beforeAll(async () => {
    cluster = await startCluster({
      dataDir: folder.path,
      keep: false,
      env: {
        ADMIN_PASSWORD: administrator.password,
        RATE_LIMIT_PER_MINUTE: '100000',
        MAX_UPLOAD_BYTES: String(size),
        LOG_LEVEL: 'warn',
        ...(place === 'folder' ? { BLOB_DIR: blobDir } : {}),
      },
    })
    api = await loggedIn(cluster.baseUrl, administrator)
    store = place === 'folder' ? folderBlobStore(blobDir) : s3BlobStore(bucketOf(cluster))
  }, 180_000)
  afterAll(async () => {
    await cluster?.stop()
    folder.remove()
  }, 60_000)

  /** Number of files in the library; undefined while the media service is down. */
  const files = async () =>
    (await api.request('GET', '/api/media?type=all').catch(() => undefined))?.body.total
  const blobs = async () => {
    const keys: string[] = []
    for await (const { key } of store.list('media/')) keys.push(key)
    return keys
  }
  /** Sends four uploads concurrently; returns the outcomes. Calls `onSome` when each has sent `someSent`. */
  async function uploadAll(
    onSome: () => Promise<void>,
    vanishAfter?: number,
  ): Promise<PromiseSettledResult<unknown>[]> {
    const allUnderWay = Promise.withResolvers<void>()
    const acted = allUnderWay.promise.then(onSome)
    let underWay = 0
    const onSent = async (sent: number) => {
      if (sent === someSent && ++underWay === uploads.length) allUnderWay.resolve()
      // Sends the rest only after `onSome`, to the processes that still run.
      if (sent === someSent) await acted
    }
    const send = (n: number) =>
      uploadLarge(cluster.baseUrl, api.token, {
        filename: `large-${n}.zip`,
        bytes: size,
        onSent,
        ...(vanishAfter ? { vanishAfter } : {}),
      })
    return Promise.allSettled(uploads.map(send))
  }
  const untilNothingIsLeft = () =>
    eventually(
      'a system without a trace of the uploads',
      async () => (await files()) === 0 && (await blobs()).length === 0,
      60_000,
    )
  const unfinished = () => store.removeUnfinished(new Date(Date.now() + 3_600_000))

  it('leaves nothing behind when four clients disconnect', async () => {
    const ends = await uploadAll(async () => undefined, someSent + 8 * mebibyte)
    expect(ends.map(({ status }) => status)).toEqual(uploads.map(() => 'rejected'))
    await untilNothingIsLeft()
    await eventually('no unfinished writes', async () => (await unfinished()) === 0)
  })

  it('leaves nothing behind when the gateway is killed', async () => {
    await uploadAll(() => cluster.kill('gateway', 'SIGKILL'))
    await cluster.ready('gateway')
    await untilNothingIsLeft()
    await eventually('no unfinished writes', async () => (await unfinished()) === 0)
  })

  it('leaves only unfinished parts when media is killed, and garbage collection deletes them', async () => {
    await uploadAll(() => cluster.kill('media', 'SIGKILL'))
    await cluster.ready('media')
    await untilNothingIsLeft()
    expect(await store.removeUnfinished(new Date(Date.now() - 3_600_000))).toBe(0)
    // Garbage collection deletes the unfinished parts an hour later.
    expect(await unfinished()).toBe(uploads.length)
    expect(await unfinished()).toBe(0)
  })

  it('is stored completely, and check-media detects when its bytes are deleted', async () => {
    const { status, body } = await uploadLarge(cluster.baseUrl, api.token, {
      filename: 'whole.zip',
      bytes: size,
    })
    expect([status, body.data?.size]).toEqual([201, size])
    expect((await api.ok('HEAD', String(body.data?.url))).headers.get('etag')).toBe(`"${digestOf(size)}"`)
    const lines: string[] = []
    const check = (...args: string[]) =>
      runCheckMedia(args, { ...cluster.environment('media') }, (line) => lines.push(line))
    expect([await check('--deep'), lines]).toEqual([0, ['1 file, 1 blob', 'no errors']])
    await store.delete(`media/files/${body.data?.id}`)
    expect([await check(), lines.at(-1)]).toEqual([1, '1 error'])
    expect(lines.at(-3)).toContain(`missing  ${body.data?.id}`)
  })

  it('beyond the limit is refused and not stored', async () => {
    const { status, body } = await uploadLarge(cluster.baseUrl, api.token, {
      filename: 'large.zip',
      bytes: size + 1,
    })
    expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE'])
    await eventually('no bytes', async () => (await blobs()).length === 0 && (await unfinished()) === 0)
  })
})

function bucketOf(cluster: Cluster): Parameters<typeof s3BlobStore>[0] {
  const {
    S3_ENDPOINT: endpoint = '',
    S3_BUCKET: bucket = '',
    S3_ACCESS_KEY: accessKey = '',
    S3_SECRET_KEY: secretKey = '',
    S3_REGION: region,
  } = cluster.environment('media')
  return { endpoint, bucket, accessKey, secretKey, ...(region ? { region } : {}) }
}
