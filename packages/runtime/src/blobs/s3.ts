import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type * as Minio from 'minio'
import { checkedContentType } from './content-type.ts'
import { checkedKey, checkedPrefix } from './keys.ts'
import type { BlobRead, BlobStat, BlobStore, ByteRange } from './port.ts'
import { defaultCredentials } from './s3-credentials.ts'
import { isMissing, s3CodeOf, withS3Errors } from './s3-errors.ts'
import { listPage } from './s3-list.ts'
import { withdrawUnfinished } from './s3-unfinished.ts'
import { uploadStream } from './s3-upload.ts'

export interface S3Options {
  /** `https://s3.example.org` or `http://127.0.0.1:9000`. */
  readonly endpoint: string
  /** Created at first use if it is not there. */
  readonly bucket: string
  /** Without both keys the default credential chain of AWS is used. */
  readonly accessKey?: string
  readonly secretKey?: string
  /** Default `us-east-1`. */
  readonly region?: string
}

/** Loaded with the first store: it takes 7 of 53 MiB of a system on one machine, which has its blobs in a folder. */
const minio = (): typeof Minio => createRequire(import.meta.url)('minio') as typeof Minio

/**
 * Blobs as objects of one S3 bucket. A stream of unknown length goes up in parts of 8 MiB, one part in memory at a time;
 * an upload that breaks is withdrawn.
 */
export function s3BlobStore({ endpoint, bucket, accessKey, secretKey, region = 'us-east-1' }: S3Options): BlobStore {
  const { protocol, hostname, port } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  const { Client, CopyDestinationOptions, CopySourceOptions } = minio()
  const client = new Client({
    endPoint: hostname,
    port: port ? Number(port) : useSSL ? 443 : 80,
    useSSL,
    ...(accessKey && secretKey ? { accessKey, secretKey } : { credentialsProvider: defaultCredentials() }),
    region,
    pathStyle: true,
  })
  let ensured: Promise<void> | undefined

  async function ensureBucket(): Promise<void> {
    if (await client.bucketExists(bucket)) return
    await client.makeBucket(bucket, region).catch((error: unknown) => {
      if (s3CodeOf(error) !== 'BucketAlreadyOwnedByYou') throw error
    })
  }

  /** A bucket that could not be had, or has gone, is sought again by the next operation. */
  async function inBucket<T>(work: () => Promise<T>): Promise<T> {
    return await withS3Errors(async () => {
      ensured ??= ensureBucket()
      try {
        await ensured
        return await work()
      } catch (error) {
        const bucketExists = await ensured.then(
          () => s3CodeOf(error) !== 'NoSuchBucket',
          () => false,
        )
        if (!bucketExists) ensured = undefined
        throw error
      }
    })
  }

  async function statOf(key: string): Promise<BlobStat | undefined> {
    try {
      const { size, lastModified, metaData } = await client.statObject(bucket, key)
      return { size, contentType: contentTypeOf(metaData['content-type']), modifiedAt: lastModified }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function read(key: string, range: ByteRange | undefined): Promise<BlobRead | undefined> {
    if (range?.end !== undefined && range.end < range.start) return await empty(key)
    try {
      const length = range?.end === undefined ? 0 : range.end - range.start + 1
      const stream = range ? await client.getPartialObject(bucket, key, range.start, length) : await client.getObject(bucket, key)
      return { ...statFrom(headersOf(stream)), stream }
    } catch (error) {
      if (isMissing(error)) return undefined
      if (s3CodeOf(error) === 'InvalidRange') return await empty(key)
      throw error
    }
  }

  async function empty(key: string): Promise<BlobRead | undefined> {
    const known = await statOf(key)
    return known && { ...known, stream: Readable.from([]) }
  }

  return {
    put: (key, body, options) => {
      const contentType = checkedContentType(options.contentType)
      return inBucket(async () => {
        const target = { client, bucket, key: checkedKey(key), contentType }
        const size = await uploadStream(target, body instanceof Uint8Array ? Readable.from([body]) : body)
        return { size, contentType, modifiedAt: new Date() }
      })
    },
    get: (key, range) => inBucket(() => read(checkedKey(key), range)),
    stat: (key) => inBucket(() => statOf(checkedKey(key))),
    delete: (key) => inBucket(() => client.removeObject(bucket, checkedKey(key))),
    async *list(prefix) {
      const checked = checkedPrefix(prefix)
      for (let after = ''; ; ) {
        const page = await inBucket(() => listPage(client, bucket, checked, after))
        yield* page
        const last = page.at(-1)
        if (!last) return
        after = last.key
      }
    },
    copy: (from, to) =>
      inBucket(async () => {
        const source = new CopySourceOptions({ Bucket: bucket, Object: checkedKey(from) })
        const target = new CopyDestinationOptions({ Bucket: bucket, Object: checkedKey(to) })
        try {
          await client.copyObject(source, target)
          return true
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      }),
    removeUnfinished: (before) => inBucket(() => withdrawUnfinished(client, bucket, before)),
    ping: () =>
      withS3Errors(async () => {
        await client.bucketExists(bucket)
      }),
  }
}

type Headers = Record<string, string | string[] | undefined>

/** minio's stream is the response itself. */
const headersOf = (stream: Readable): Headers => (stream as Readable & { headers?: Headers }).headers ?? {}

/** Of the whole object: a part's answer has its size after the slash of `bytes 0-9/100`. */
function statFrom(headers: Headers): BlobStat {
  const total = String(headers['content-range'] ?? '').split('/')[1] ?? headers['content-length']
  return {
    size: Number(total),
    contentType: contentTypeOf(headers['content-type']),
    modifiedAt: new Date(String(headers['last-modified'])),
  }
}

const contentTypeOf = (value: unknown): string => (typeof value === 'string' ? value : 'application/octet-stream')
