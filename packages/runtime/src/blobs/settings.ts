import { ConfigError } from '../config/index.ts'
import { folderBlobStore } from './folder.ts'
import type { BlobStore } from './port.ts'
import { type S3Options, s3BlobStore } from './s3.ts'

/** S3 settings of a service, all optional. */
export interface S3Variables {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_ACCESS_KEY?: string | undefined
  readonly S3_SECRET_KEY?: string | undefined
  readonly S3_REGION?: string | undefined
}

/**
 * Undefined without `S3_ENDPOINT`.
 * @throws ConfigError if `S3_ENDPOINT` is not an http(s) URL or other settings are missing
 */
export function s3Settings(given: S3Variables): S3Options | undefined {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
    S3_REGION: region,
  } = given
  if (!endpoint) return undefined
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new ConfigError(['S3_ENDPOINT must be an http or https URL'])
  if (!bucket) throw new ConfigError(['S3_ENDPOINT requires S3_BUCKET'])
  if (!accessKey !== !secretKey)
    throw new ConfigError([
      'S3_ACCESS_KEY and S3_SECRET_KEY belong together: set both, or neither for the AWS credential chain',
    ])
  return {
    endpoint,
    bucket,
    ...(accessKey && secretKey ? { accessKey, secretKey } : {}),
    ...(region ? { region } : {}),
  }
}

export type BlobPlace = { readonly folder: string } | { readonly s3: S3Options }

/**
 * Where blobs are stored: in the bucket if one is set, otherwise in the folder.
 * @throws ConfigError when neither is set or the bucket is incomplete
 */
export function blobPlace(given: S3Variables & { readonly BLOB_DIR?: string | undefined }): BlobPlace {
  const s3 = s3Settings(given)
  if (s3) return { s3 }
  if (!given.BLOB_DIR) throw new ConfigError(['BLOB_DIR or S3_ENDPOINT is required'])
  return { folder: given.BLOB_DIR }
}

export const blobStoreIn = (place: BlobPlace): BlobStore =>
  's3' in place ? s3BlobStore(place.s3) : folderBlobStore(place.folder)
