/** S3 credentials that do not come from settings, against the test S3 server; only AWS STS is faked. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { label, testS3 } from '@typecase/testing/infra'
import { type FreshBucket, freshBucket } from '@typecase/testing/s3'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BlobStore, s3BlobStore } from '../src/blobs/index.ts'

const server = await testS3()
const png = { contentType: 'image/png' }

describe.skipIf(server.skip !== undefined)(label('credentials of a bucket', server.skip), () => {
  let bucket: FreshBucket
  let folder: string
  const store = () => s3BlobStore({ endpoint: bucket.endpoint, region: bucket.region, bucket: bucket.bucket })

  beforeAll(async () => {
    bucket = await freshBucket('credentials')
    folder = await mkdtemp(join(tmpdir(), 'typecase-credentials-'))
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    await bucket?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('come from the AWS environment variables', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', bucket.accessKey)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', bucket.secretKey)
    expect(await store().put('a', Buffer.from('a'), png)).toMatchObject({ size: 1 })
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    await expect(store().get('a')).rejects.toMatchObject({ code: 'AccessDenied' })
  })

  it.each([
    ['cached until five minutes before they expire', 3_600_000, false],
    ['requested again in the five minutes before they expire', 120_000, true],
  ])('come from a web identity token and are %s', async (_, lifetimeMs, refreshed) => {
    const tokenFile = join(folder, 'token')
    const sts = await stsServer(bucket, lifetimeMs)
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', tokenFile)
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/typecase')
    vi.stubEnv('AWS_ENDPOINT_URL_STS', sts.url)
    // A refresh runs concurrently with the read that starts it, so the refresh may end after the read.
    const lastTokenAfterRead = async (blobs: BlobStore) => {
      await blobs.stat('b')
      return sts.calls.at(-1)?.WebIdentityToken
    }
    try {
      await writeFile(tokenFile, 'first-token')
      const blobs = store()
      await blobs.put('b', Buffer.from('b'), png)
      await writeFile(tokenFile, 'rotated-token')
      expect(await blobs.stat('b')).toMatchObject({ size: 1 })
      expect(sts.calls[0]).toMatchObject({
        Action: 'AssumeRoleWithWebIdentity',
        WebIdentityToken: 'first-token',
      })
      if (refreshed) await expect.poll(() => lastTokenAfterRead(blobs)).toBe('rotated-token')
      else expect(sts.calls).toHaveLength(1)
    } finally {
      await sts.stop()
    }
  })
})

/** A fake AWS STS that returns the keys of a user of the S3 server. */
async function stsServer({ accessKey, secretKey }: FreshBucket, lifetimeMs: number) {
  const calls: Record<string, string>[] = []
  const http = createServer(async (request, response) => {
    calls.push(Object.fromEntries(new URLSearchParams(await text(request))))
    const expires = new Date(Date.now() + lifetimeMs).toISOString()
    const keys = `<AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>${secretKey}</SecretAccessKey>`
    const credentials = `<Credentials>${keys}<SessionToken>session</SessionToken><Expiration>${expires}</Expiration></Credentials>`
    const result = `<AssumeRoleWithWebIdentityResult>${credentials}</AssumeRoleWithWebIdentityResult>`
    response.setHeader('content-type', 'text/xml')
    response.end(`<AssumeRoleWithWebIdentityResponse>${result}</AssumeRoleWithWebIdentityResponse>`)
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    calls,
    stop: () => new Promise((resolve) => void http.close(resolve)),
  }
}
