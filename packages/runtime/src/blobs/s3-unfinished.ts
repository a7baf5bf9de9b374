import { text } from 'node:stream/consumers'
import type { Client } from 'minio'
import { isMissing, s3CodeOf } from './s3-errors.ts'
import { encoded, unescaped } from './s3-list.ts'

/** A multipart upload that was neither completed nor aborted. */
export interface UnfinishedUpload {
  readonly key: string
  readonly uploadId: string
  readonly begunAt: Date
}

/**
 * Aborts multipart uploads that began before `before`, and returns their number. Only logs a warning if the
 * server cannot list uploads, because the caller has other cleanup to do.
 */
export async function abortUnfinished(client: Client, bucket: string, before: Date): Promise<number> {
  try {
    return await abortListed(client, bucket, before)
  } catch (error) {
    if (!['NotImplemented', 'MethodNotAllowed'].includes(s3CodeOf(error) ?? '')) throw error
    process.emitWarning(
      `The S3 server cannot list incomplete uploads: add a lifecycle rule to bucket ${bucket} that aborts them`,
      'ObjectStorageWarning',
    )
    return 0
  }
}

async function abortListed(client: Client, bucket: string, before: Date): Promise<number> {
  let count = 0
  for (let after: UnfinishedUpload | undefined; ; ) {
    const page = await unfinishedPage(client, bucket, after)
    for (const upload of page)
      if (upload.begunAt < before && (await abortUpload(client, bucket, upload))) count += 1
    after = page.at(-1)
    if (!after) return count
  }
}

/** Aborts an upload. False if another replica has aborted it first, or if it has completed. */
async function abortUpload(
  client: Client,
  bucket: string,
  { key, uploadId }: UnfinishedUpload,
): Promise<boolean> {
  try {
    await client.abortMultipartUpload(bucket, key, uploadId)
    return true
  } catch (error) {
    if (isMissing(error) || s3CodeOf(error) === 'NoSuchUpload') return false
    throw error
  }
}

async function unfinishedPage(
  client: Client,
  bucket: string,
  after: UnfinishedUpload | undefined,
): Promise<UnfinishedUpload[]> {
  const query = ['uploads']
  if (after) query.push(`key-marker=${encoded(after.key)}`)
  query.push('max-uploads=1000')
  if (after) query.push(`upload-id-marker=${encoded(after.uploadId)}`)
  return unfinishedIn(
    await text(await client.makeRequestAsync({ method: 'GET', bucketName: bucket, query: query.join('&') })),
  )
}

/** Parses the list of a server. Does not URL-decode keys: some servers encode them without declaring it. */
export const unfinishedIn = (xml: string): UnfinishedUpload[] =>
  [...xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)].map(([, entry = '']) => {
    const [key, uploadId, begun] = ['Key', 'UploadId', 'Initiated'].map(
      (name) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(entry)?.[1],
    )
    const begunAt = new Date(begun ?? '')
    if (key === undefined || uploadId === undefined || Number.isNaN(begunAt.getTime()))
      throw new Error('The object store listed an unfinished upload without key, id or time')
    return { key: unescaped(key), uploadId: unescaped(uploadId), begunAt }
  })
