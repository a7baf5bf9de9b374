import { type Actor, invalid, type Problem } from '@typecase/kernel'
import { requireMediaEditor } from '../access.ts'
import { fileEmpty, imageTooLarge, unsupportedFileType } from '../errors.ts'
import { fileStored } from '../events.ts'
import type { ImageSize, Ports } from '../ports.ts'
import { blobKey, type MediaFile, stagingKey } from './file.ts'
import { type FileKind, kindOf, requireSignature } from './kinds.ts'
import { keptName, storedName } from './naming.ts'
import { patched } from './patched.ts'
import { type Reception, receive, type UploadDetails, type UploadPart } from './receive.ts'
import { hasBinary, headLength } from './signatures.ts'

export interface Upload {
  readonly originalFilename: string
  /** As the uploader declared it. */
  readonly mimeType: string
  readonly parts: AsyncIterable<UploadPart>
}

/** Pixels that an image may have (contract.md#media-dimensions). */
const maxPixels = 50_000_000

/**
 * Keeps an uploaded file. The bytes flow through to the blobs as they come; the row and its fact are written once they
 * are durable. Nothing is kept of an upload that fails; only bytes whose row could not be written wait for the sweeper.
 * @throws UNAUTHORIZED, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE, IMAGE_TOO_LARGE, VALIDATION_ERROR, BUSY
 */
export const uploadFile =
  (ports: Ports) =>
  async (actor: Actor, { originalFilename, mimeType, parts }: Upload): Promise<MediaFile> => {
    requireMediaEditor(actor)
    const kind = kindOf(originalFilename, mimeType)
    const reception = receive(parts, ports.maxUploadBytes)
    const id = ports.newId()
    let mayHaveRow = false
    try {
      const head = await reception.head(headLength)
      if (head.length === 0) throw fileEmpty()
      requireSignature(kind, head)
      const kept =
        kind.extension === 'svg'
          ? await keepDrawing(ports, id, reception)
          : await keepBytes(ports, id, kind, reception)
      const details = checked(reception.details())
      const at = ports.clock()
      const file: MediaFile = {
        id,
        filename: storedName(originalFilename, id),
        originalFilename: keptName(originalFilename),
        type: kind.type,
        mimeType: kind.served,
        alt: '',
        caption: '',
        ...kept,
        ...details,
        createdAt: at,
        updatedAt: at,
        revision: 1,
      }
      mayHaveRow = true
      await ports.files.write(async (tx) => {
        await tx.insert(file)
        await tx.record(fileStored(file))
      })
      return file
    } catch (error) {
      // A row whose write failed may be there all the same, when the database was lost as it committed. What this leaves behind, the
      // sweeper takes.
      await Promise.allSettled([mayHaveRow ? undefined : ports.blobs.remove(blobKey(id)), reception.close()])
      throw error
    }
  }

type Kept = { readonly size: number; readonly digest: string } & Partial<ImageSize>

async function keepBytes(
  { blobs, images }: Ports,
  id: string,
  kind: FileKind,
  reception: Reception,
): Promise<Kept> {
  const chunks = kind.signature === 'text' ? textOnly(reception.chunks()) : reception.chunks()
  const kept = await blobs.write(blobKey(id), chunks, kind.served)
  if (kind.type !== 'image') return kept
  const { width, height, location } = await images.measure(kind.extension, blobs.read(blobKey(id)), kept.size)
  if (width * height > maxPixels) throw imageTooLarge(width * height, maxPixels)
  if (!location) return { ...kept, width, height }
  // Nobody knows the file before its row is written, so nobody has read the place.
  const blanked = await blobs.write(blobKey(id), patched(blobs.read(blobKey(id)), location), kind.served)
  return { ...blanked, width, height }
}

/** The raw drawing stays in staging and never gets a name. */
async function keepDrawing({ blobs, images }: Ports, id: string, reception: Reception): Promise<Kept> {
  try {
    const raw = await blobs.write(stagingKey(id), textOnly(reception.chunks()), 'application/octet-stream')
    const { bytes, ...size } = await images.cleanDrawing(blobs.read(stagingKey(id)), raw.size)
    return { ...(await blobs.write(blobKey(id), once(bytes), 'image/svg+xml')), ...size }
  } finally {
    await Promise.allSettled([blobs.remove(stagingKey(id))])
  }
}

async function* textOnly(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    if (hasBinary(chunk))
      throw unsupportedFileType({ reason: 'text', message: 'The file contains bytes that no text has.' })
    yield chunk
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Given pixels go before measured ones, and must be positive integers (contract.md#media-dimensions). */
function checked({ alt, caption, width, height }: UploadDetails): UploadDetails {
  const problems: Problem[] = []
  for (const [path, value] of Object.entries({ width, height })) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      problems.push({ path, message: `${path} must be a positive integer` })
  }
  if (problems.length > 0) throw invalid(problems)
  return {
    ...(alt === undefined ? {} : { alt }),
    ...(caption === undefined ? {} : { caption }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  }
}
