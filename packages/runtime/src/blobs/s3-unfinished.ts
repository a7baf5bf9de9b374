import { text } from 'node:stream/consumers'
import type { Client } from 'minio'
import { isMissing, s3CodeOf } from './s3-errors.ts'
import { encoded, unescaped } from './s3-list.ts'

/** An upload in parts that was neither completed nor withdrawn. */
export interface UnfinishedUpload {
  readonly key: string
  readonly uploadId: string
  readonly begunAt: Date
}

/**
 * Withdraws those that were begun before that moment, with the parts they hold; answers how many. A server that does not
 * list them is a warning, because the caller's other cleaning must go on.
 */
export async function withdrawUnfinished(client: Client, bucket: string, before: Date): Promise<number> {
  try {
    return await withdrawListed(client, bucket, before)
  } catch (error) {
    if (!['NotImplemented', 'MethodNotAllowed'].includes(s3CodeOf(error) ?? '')) throw error
    process.emitWarning(
      `The S3 server does not list unfinished uploads: add a lifecycle rule to bucket ${bucket} that aborts them`,
      'ObjectStorageWarning',
    )
    return 0
  }
}

async function withdrawListed(client: Client, bucket: string, before: Date): Promise<number> {
  let count = 0
  for (let after: UnfinishedUpload | undefined; ; ) {
    const page = await unfinishedPage(client, bucket, after)
    for (const upload of page)
      if (upload.begunAt < before && (await withdrawn(client, bucket, upload))) count += 1
    after = page.at(-1)
    if (!after) return count
  }
}

/** False when another replica was faster, or it was completed after all. */
async function withdrawn(
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

/**
 * What a server lists. Keys are asked for as they are, for some servers encode what they are asked to and do not say so;
 * ours have no character that XML could not hold.
 */
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
