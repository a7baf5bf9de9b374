import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blobPlace, blobStoreIn, s3Settings } from './settings.ts'

const bucket = {
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 's',
}
const s3 = { endpoint: 'http://127.0.0.1:9000', bucket: 'b', accessKey: 'a', secretKey: 's' }

describe('the blob settings', () => {
  it('select the bucket if set, otherwise the folder', () => {
    expect(blobPlace({ ...bucket, BLOB_DIR: '/blobs' })).toEqual({ s3 })
    expect(blobPlace({ ...bucket, S3_REGION: 'north' })).toEqual({ s3: { ...s3, region: 'north' } })
    expect(blobPlace({ BLOB_DIR: '/blobs', S3_BUCKET: 'b' })).toEqual({ folder: '/blobs' })
    expect(s3Settings({ S3_BUCKET: 'b' })).toBeUndefined()
    const { accessKey: _, secretKey: __, ...withoutKeys } = s3
    expect(s3Settings({ ...bucket, S3_ACCESS_KEY: undefined, S3_SECRET_KEY: '' })).toEqual(withoutKeys)
  })

  it('require a folder, or a bucket with a name, a URL, and both keys or neither', () => {
    expect(() => blobPlace({})).toThrow('BLOB_DIR or S3_ENDPOINT is required')
    expect(() => blobPlace({ ...bucket, BLOB_DIR: '/blobs', S3_BUCKET: undefined })).toThrow(
      'S3_ENDPOINT requires S3_BUCKET',
    )
    for (const name of ['S3_ACCESS_KEY', 'S3_SECRET_KEY'])
      expect(() => blobPlace({ ...bucket, [name]: undefined })).toThrow(
        'S3_ACCESS_KEY and S3_SECRET_KEY belong together',
      )
    for (const S3_ENDPOINT of ['minio', 'minio:9000', 'ftp://minio'])
      expect(() => blobPlace({ ...bucket, S3_ENDPOINT })).toThrow('S3_ENDPOINT must be an http or https URL')
  })

  it('determine where the store writes files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'typecase-blobs-'))
    await blobStoreIn({ folder }).put('a', Buffer.from('x'), { contentType: 'text/plain' })
    expect(await readdir(join(folder, 'blobs'))).toEqual(['a'])
    await rm(folder, { recursive: true })
  })
})
