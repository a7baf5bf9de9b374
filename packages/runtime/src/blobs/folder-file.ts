import type { FileHandle } from 'node:fs/promises'

const mark = 'typecase-blob 1 '

/** First line of every file. It has the content type: `typecase-blob 1 image/png`. */
export const header = (contentType: string): Buffer => Buffer.from(`${mark}${contentType}\n`)

export async function readHeader(file: FileHandle): Promise<{ contentType: string; length: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  const line = buffer.toString('latin1', 0, Math.max(end, 0))
  if (!line.startsWith(mark)) throw new Error('A file in the blob folder was not written by this store')
  return { contentType: line.slice(mark.length), length: end + 1 }
}
