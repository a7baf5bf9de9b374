import type { Client } from 'minio'

export interface UploadTarget {
  readonly client: Client
  readonly bucket: string
  readonly key: string
  readonly contentType: string
}

interface Part {
  readonly part: number
  readonly etag: string
}

/** Bytes of a part. S3 allows 10,000 parts, so a blob may have up to 78 GiB. */
const partBytes = 8 * 1024 * 1024
/** Initial buffer size. */
const firstBytes = 64 * 1024

/**
 * Uploads the stream and returns its size. Small streams take one request. Replaces minio's upload: that
 * resumes an unfinished upload of the same key, so concurrent uploads would mix.
 */
export async function uploadStream(target: UploadTarget, body: AsyncIterable<Uint8Array>): Promise<number> {
  const { client, bucket, key, contentType } = target
  let size = 0
  let uploadId: string | undefined
  const parts: Part[] = []
  try {
    for await (const { bytes, last } of inParts(body)) {
      size += bytes.length
      if (last && uploadId === undefined) {
        await client.putObject(bucket, key, bytes, bytes.length, { 'Content-Type': contentType })
        return size
      }
      uploadId ??= await client.initiateNewMultipartUpload(bucket, key, { 'Content-Type': contentType })
      parts.push(await uploadPart(target, uploadId, parts.length + 1, bytes))
    }
    if (uploadId !== undefined) await client.completeMultipartUpload(bucket, key, uploadId, parts)
    return size
  } catch (error) {
    // Ignores an error here: the caller needs the original one, and `removeUnfinished` aborts the upload
    // later.
    if (uploadId !== undefined)
      await client.abortMultipartUpload(bucket, key, uploadId).catch(() => undefined)
    throw error
  }
}

async function uploadPart(
  { client, bucket, key }: UploadTarget,
  uploadId: string,
  part: number,
  bytes: Buffer,
): Promise<Part> {
  const query = `partNumber=${part}&uploadId=${encodeURIComponent(uploadId)}`
  const response = await client.makeRequestAsync(
    { method: 'PUT', bucketName: bucket, objectName: key, query },
    bytes,
  )
  response.resume()
  return { part, etag: String(response.headers.etag).replaceAll('"', '') }
}

/**
 * Yields full parts, then the rest; one empty part for an empty stream. All parts share a buffer, so each is
 * valid only until the next is requested.
 */
async function* inParts(body: AsyncIterable<Uint8Array>): AsyncIterable<{ bytes: Buffer; last: boolean }> {
  let part: Buffer = Buffer.allocUnsafe(firstBytes)
  let length = 0
  for await (let chunk of body) {
    while (length + chunk.length > partBytes) {
      const room = partBytes - length
      part = withRoom(part, length, partBytes)
      part.set(chunk.subarray(0, room), length)
      yield { bytes: part, last: false }
      chunk = chunk.subarray(room)
      length = 0
    }
    part = withRoom(part, length, length + chunk.length)
    part.set(chunk, length)
    length += chunk.length
  }
  yield { bytes: part.subarray(0, length), last: true }
}

/**
 * Returns the buffer if `wanted` bytes fit, otherwise a larger copy. The buffer starts small, because most
 * blobs are far smaller than a part.
 */
function withRoom(part: Buffer, used: number, wanted: number): Buffer {
  if (wanted <= part.length) return part
  const larger = Buffer.allocUnsafe(Math.min(partBytes, Math.max(wanted, part.length * 2)))
  part.copy(larger, 0, 0, used)
  return larger
}
