import { randomBytes } from 'node:crypto'
import { Client } from 'minio'
import type { S3Access } from './backing/s3-server.ts'
import { testS3 } from './infra.ts'

export interface FreshBucket extends S3Access {
  readonly bucket: string
  /** Deletes the bucket and its content. */
  drop(): Promise<void>
}

/**
 * Creates an empty bucket for one test file; drop it in afterAll.
 * @throws Error without an S3 server: call `testS3()` first to skip instead
 */
export async function freshBucket(name: string): Promise<FreshBucket> {
  const access = await testS3()
  if (access.skip !== undefined) throw new Error(access.skip)
  const bucket = `t-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${randomBytes(4).toString('hex')}`
  const client = s3Client(access)
  await client.makeBucket(bucket, access.region)
  const { endpoint, accessKey, secretKey, region } = access
  return { endpoint, accessKey, secretKey, region, bucket, drop: () => deleteBucket(client, bucket) }
}

export function s3Client({ endpoint, accessKey, secretKey, region }: S3Access): Client {
  const { hostname, port, protocol } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  return new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region,
  })
}

async function deleteBucket(client: Client, bucket: string): Promise<void> {
  const keys: string[] = []
  for await (const item of client.listObjectsV2(bucket, '', true)) if (item.name) keys.push(item.name)
  for (let from = 0; from < keys.length; from += 1000)
    await client.removeObjects(bucket, keys.slice(from, from + 1000))
  await client.removeBucket(bucket)
}
