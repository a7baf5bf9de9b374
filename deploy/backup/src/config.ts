/** Settings of the backup program of a cluster. Other files do not read its environment. */

import { type S3Options, s3Settings } from '@typecase/runtime/blobs'
import { ConfigError, loadConfig, wholeNumber } from '@typecase/runtime/config'
import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }),
  /** URL of PostgreSQL itself, if DATABASE_URL is the URL of a pooler. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres URL' }).optional(),
  /** Folder with one subfolder per backup. */
  BACKUP_ROOT: z.string(),
  /** Number of backups to keep. When a new backup is complete, older backups are deleted. */
  BACKUP_KEEP: wholeNumber(1, 10_000).prefault('7'),
  S3_ENDPOINT: z.string(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  MEDIA_BUCKET: z.string(),
  THEMES_BUCKET: z.string(),
})

export interface BackupConfig {
  readonly databaseUrl: string
  readonly root: string
  readonly keep: number
  /** One store per service that owns files. */
  readonly stores: Readonly<Record<'media' | 'themes', S3Options>>
}

/** @throws ConfigError that lists every invalid setting */
export function backupConfig(env: Readonly<Record<string, string | undefined>>): BackupConfig {
  const {
    BACKUP_ROOT: root,
    BACKUP_KEEP: keep,
    MEDIA_BUCKET,
    THEMES_BUCKET,
    ...config
  } = loadConfig(schema, env)
  const { DATABASE_URL, DATABASE_DIRECT_URL: databaseUrl = DATABASE_URL, ...s3 } = config
  const store = (bucket: string): S3Options => {
    const found = s3Settings({ ...s3, S3_BUCKET: bucket })
    if (!found) throw new ConfigError(['S3_ENDPOINT is required'])
    return found
  }
  return { databaseUrl, root, keep, stores: { media: store(MEDIA_BUCKET), themes: store(THEMES_BUCKET) } }
}
