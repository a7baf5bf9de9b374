import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { label, testS3 } from '../src/infra.ts'
import { freshBucket, s3Client } from '../src/s3.ts'

const server = await testS3()

describe.skipIf(server.skip)(label('S3 for tests', server.skip), () => {
  it('stores an object until its bucket is dropped', async () => {
    const bucket = await freshBucket('objects')
    const client = s3Client(bucket)
    await client.putObject(bucket.bucket, 'a/b.txt', 'hello')
    const stored = await client.getObject(bucket.bucket, 'a/b.txt')
    expect(await text(stored)).toBe('hello')
    await bucket.drop()
    expect(await client.bucketExists(bucket.bucket)).toBe(false)
  })

  it('refuses a wrong secret', async () => {
    const bucket = await freshBucket('secrets')
    const unauthorized = s3Client({ ...bucket, secretKey: 'wrong' })
    await expect(unauthorized.putObject(bucket.bucket, 'a', 'b')).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
    await bucket.drop()
  })
})
