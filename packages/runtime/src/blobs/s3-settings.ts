import { ConfigError } from '../config/index.ts'
import type { S3Options } from './s3.ts'

/** The variables of a service that name an S3 bucket; each may be left out. */
export interface S3Variables {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_ACCESS_KEY?: string | undefined
  readonly S3_SECRET_KEY?: string | undefined
  readonly S3_REGION?: string | undefined
}

/** Undefined without `S3_ENDPOINT`. @throws ConfigError when something else is missing beside it */
export function s3Settings(given: S3Variables): S3Options | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_REGION: region } = given
  if (!endpoint) return undefined
  if (!bucket || !accessKey || !secretKey) throw new ConfigError(['S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY beside it'])
  return { endpoint, bucket, accessKey, secretKey, ...(region ? { region } : {}) }
}
