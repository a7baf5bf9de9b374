import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type * as Minio from 'minio'
import { checkedContentType } from './content-type.ts'
import { checkedKey, checkedPrefix } from './keys.ts'
import type { BlobRead, BlobStat, BlobStore, ByteRange } from './port.ts'
import { defaultCredentials } from './s3-credentials.ts'
import { isMissing, s3CodeOf, withS3Errors } from './s3-errors.ts'
import { listPage } from './s3-list.ts'
import { abortUnfinished } from './s3-unfinished.ts'
import { uploadStream } from './s3-upload.ts'

export interface S3Options {
  /** `https://s3.example.org` or `http://127.0.0.1:9000`. */
  readonly endpoint: string
  /** Created at first use if missing. */
  readonly bucket: string
  /** Without both keys the AWS default credential chain is used. */
  readonly accessKey?: string
  readonly secretKey?: string
  /** Default `us-east-1`. */
  readonly region?: string
}

/** Loads the library only for the first S3 store, because it takes 7 of the process's 53 MiB. */
const minio = (): typeof Minio => createRequire(import.meta.url)('minio') as typeof Minio

/** Stores blobs as objects of one S3 bucket. Uploads streams of unknown length in parts of 8 MiB. */
export function s3BlobStore(options: S3Options): BlobStore {
  const s3 = new Bucket(options)

  return {
    put: (key, body, options) => {
      const contentType = checkedContentType(options.contentType)
      return s3.inBucket(async () => {
        const target = { client: s3.client, bucket: s3.bucket, key: checkedKey(key), contentType }
        const size = await uploadStream(target, body instanceof Uint8Array ? Readable.from([body]) : body)
        return { size, contentType, modifiedAt: new Date() }
      })
    },
    get: (key, range) => s3.inBucket(() => s3.read(checkedKey(key), range)),
    stat: (key) => s3.inBucket(() => s3.statOf(checkedKey(key))),
    delete: (key) => s3.inBucket(() => s3.client.removeObject(s3.bucket, checkedKey(key))),
    async *list(prefix) {
      const checked = checkedPrefix(prefix)
      for (let after = ''; ; ) {
        const page = await s3.inBucket(() => listPage(s3.client, s3.bucket, checked, after))
        yield* page
        const last = page.at(-1)
        if (!last) return
        after = last.key
      }
    },
    copy: (from, to) =>
      s3.inBucket(async () => {
        const source = new s3.CopySourceOptions({ Bucket: s3.bucket, Object: checkedKey(from) })
        const target = new s3.CopyDestinationOptions({ Bucket: s3.bucket, Object: checkedKey(to) })
        try {
          await s3.client.copyObject(source, target)
          return true
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      }),
    removeUnfinished: (before) => s3.inBucket(() => abortUnfinished(s3.client, s3.bucket, before)),
    ping: () =>
      withS3Errors(async () => {
        await s3.client.bucketExists(s3.bucket)
      }),
  }
}

class Bucket {
  readonly endpoint
  readonly bucket
  readonly accessKey
  readonly secretKey
  readonly region
  readonly protocol
  readonly hostname
  readonly port
  readonly useSSL
  readonly Client
  readonly CopyDestinationOptions
  readonly CopySourceOptions
  readonly client
  ensured: Promise<void> | undefined

  constructor({ endpoint, bucket, accessKey, secretKey, region = 'us-east-1' }: S3Options) {
    this.endpoint = endpoint
    this.bucket = bucket
    this.accessKey = accessKey
    this.secretKey = secretKey
    this.region = region

    const { protocol, hostname, port } = new URL(this.endpoint)
    this.protocol = protocol
    this.hostname = hostname
    this.port = port

    this.useSSL = this.protocol === 'https:'
    const { Client, CopyDestinationOptions, CopySourceOptions } = minio()
    this.Client = Client
    this.CopyDestinationOptions = CopyDestinationOptions
    this.CopySourceOptions = CopySourceOptions

    this.client = new this.Client({
      endPoint: this.hostname,
      port: this.port ? Number(this.port) : this.useSSL ? 443 : 80,
      useSSL: this.useSSL,
      ...(this.accessKey && this.secretKey
        ? { accessKey: this.accessKey, secretKey: this.secretKey }
        : { credentialsProvider: defaultCredentials() }),
      region: this.region,
      pathStyle: true,
    })
  }

  async ensureBucket(): Promise<void> {
    if (await this.client.bucketExists(this.bucket)) return
    await this.client.makeBucket(this.bucket, this.region).catch((error: unknown) => {
      if (s3CodeOf(error) !== 'BucketAlreadyOwnedByYou') throw error
    })
  }

  /** Creates a missing bucket, then runs `work`. If the bucket is deleted, the next call creates it again. */
  async inBucket<T>(work: () => Promise<T>): Promise<T> {
    return await withS3Errors(async () => {
      this.ensured ??= this.ensureBucket()
      try {
        await this.ensured
        return await work()
      } catch (error) {
        const bucketExists = await this.ensured.then(
          () => s3CodeOf(error) !== 'NoSuchBucket',
          () => false,
        )
        if (!bucketExists) this.ensured = undefined
        throw error
      }
    })
  }

  async statOf(key: string): Promise<BlobStat | undefined> {
    try {
      const { size, lastModified, metaData } = await this.client.statObject(this.bucket, key)
      return { size, contentType: contentTypeOf(metaData['content-type']), modifiedAt: lastModified }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async read(key: string, range: ByteRange | undefined): Promise<BlobRead | undefined> {
    if (range?.end !== undefined && range.end < range.start) return await this.empty(key)
    try {
      const length = range?.end === undefined ? 0 : range.end - range.start + 1
      const stream = range
        ? await this.client.getPartialObject(this.bucket, key, range.start, length)
        : await this.client.getObject(this.bucket, key)
      return { ...statFrom(headersOf(stream)), stream }
    } catch (error) {
      if (isMissing(error)) return undefined
      if (s3CodeOf(error) === 'InvalidRange') return await this.empty(key)
      throw error
    }
  }

  async empty(key: string): Promise<BlobRead | undefined> {
    const known = await this.statOf(key)
    return known && { ...known, stream: Readable.from([]) }
  }
}

type Headers = Record<string, string | string[] | undefined>

/** minio's stream is the response itself. */
const headersOf = (stream: Readable): Headers => (stream as Readable & { headers?: Headers }).headers ?? {}

/** Size of the whole object: a range response has it after the slash of `bytes 0-9/100`. */
function statFrom(headers: Headers): BlobStat {
  const total = String(headers['content-range'] ?? '').split('/')[1] ?? headers['content-length']
  return {
    size: Number(total),
    contentType: contentTypeOf(headers['content-type']),
    modifiedAt: new Date(String(headers['last-modified'])),
  }
}

const contentTypeOf = (value: unknown): string =>
  typeof value === 'string' ? value : 'application/octet-stream'
