import { type Actor, invalid, type Problem } from '@typecase/kernel'
import { requireMediaEditor } from '../access.ts'
import { fileEmpty, imageTooLarge, unsupportedFileType } from '../errors.ts'
import { fileStored } from '../events.ts'
import type { ImageSize, Ports } from '../ports.ts'
import { blobKey, type MediaFile, stagingKey } from './file.ts'
import { type FileKind, kindOf, requireSignature } from './kinds.ts'
import { cleanedName, storedName } from './naming.ts'
import { patched } from './patched.ts'
import { type Reception, receive, type UploadDetails, type UploadPart } from './receive.ts'
import { hasBinary, headLength } from './signatures.ts'
import {
  checkIdentity,
  claimedId,
  fingerprinted,
  keepKey,
  RepeatedUpload,
  repeatedFile,
  storedSince,
  type UploadIdentity,
  uploadKeyOf,
} from './upload-once.ts'

export interface Upload extends UploadIdentity {
  readonly originalFilename: string
  /** As declared by the client. */
  readonly mimeType: string
  readonly parts: AsyncIterable<UploadPart>
}

export interface StoredUpload {
  readonly file: MediaFile
  /** True if an earlier upload with the same idempotency key stored the file. */
  readonly replayed: boolean
}

/** Maximum pixels of an image (contract.md#media-dimensions). */
const maxPixels = 50_000_000

/**
 * Stores an uploaded file: streams its bytes to the blob store, then writes its row and event. If the row
 * cannot be written, the bytes are removed, at the latest by the garbage collector.
 * @throws UNAUTHORIZED, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE, IMAGE_TOO_LARGE, VALIDATION_ERROR, BUSY,
 * FORBIDDEN, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS or DUPLICATE_ID
 */
export const uploadFile =
  (ports: Ports) =>
  async (actor: Actor, upload: Upload): Promise<StoredUpload> => {
    const user = requireMediaEditor(actor)
    const kind = kindOf(upload.originalFilename, upload.mimeType)
    checkIdentity(upload, user)
    const { parts, digest } = fingerprinted(ports.newHash(), upload)
    const reception = receive(parts, ports.maxUploadBytes)
    const key = uploadKeyOf(upload, user, ports.clock())
    const earlier = key && (await ports.files.keyed(key))
    if (earlier) {
      await reception.drain()
      return { file: await repeatedFile(ports, earlier, digest()), replayed: true }
    }
    const id = await claimedId(ports, upload.id)
    const attempt: Attempt = { id, kind, reception, mayHaveRow: false }
    try {
      const file = await receivedFile(ports, upload, attempt)
      attempt.mayHaveRow = true
      const fingerprint = digest()
      await ports.files.write(async (tx) => {
        await tx.insert(file)
        await keepKey(tx, key, { fileId: id, fingerprint })
        await tx.record(fileStored(file))
      })
      return { file, replayed: false }
    } catch (error) {
      const isRepeated = error instanceof RepeatedUpload
      // The row may exist if the connection was lost during the commit. Then the bytes must stay.
      const isUnused = !attempt.mayHaveRow || isRepeated
      await Promise.allSettled([...(isUnused ? [removeUnused(ports, id)] : []), reception.close()])
      if (isRepeated) return { file: await repeatedFile(ports, error.earlier, digest()), replayed: true }
      if (!isUnused) await releaseUnstored(ports, id)
      throw error
    }
  }

/**
 * Removes the bytes first, because a repeated upload with the same id may write the same key once the id is
 * released.
 */
async function removeUnused({ blobs, files }: Pick<Ports, 'blobs' | 'files'>, id: string): Promise<void> {
  try {
    await blobs.remove(blobKey(id))
  } finally {
    await files.releaseId(id)
  }
}

/**
 * Allows another upload with the id, unless the row exists. The bytes stay, because the row may still be
 * committed.
 */
async function releaseUnstored({ files }: Pick<Ports, 'files'>, id: string): Promise<void> {
  const release = async () => {
    if (!(await files.existing([id])).has(id)) await files.releaseId(id)
  }
  // If the database is unavailable, the reservation expires by itself.
  await release().catch(() => undefined)
}

interface Attempt {
  readonly id: string
  readonly kind: FileKind
  readonly reception: Reception
  mayHaveRow: boolean
}

/** Stores the bytes and returns the file, whose row does not exist yet. */
async function receivedFile(
  ports: Ports,
  { originalFilename, ...identity }: Upload,
  { id, kind, reception }: Attempt,
): Promise<MediaFile> {
  const head = await reception.head(headLength)
  if (head.length === 0) throw fileEmpty()
  requireSignature(kind, head)
  const stored =
    kind.extension === 'svg'
      ? await storeDrawing(ports, id, reception)
      : await storeBytes(ports, id, kind, reception)
  const details = checked(reception.details())
  const at = storedSince(identity, ports.clock())
  return {
    id,
    filename: storedName(originalFilename, id),
    originalFilename: cleanedName(originalFilename),
    type: kind.type,
    mimeType: kind.served,
    alt: '',
    caption: '',
    ...stored,
    ...details,
    createdAt: at,
    updatedAt: at,
    revision: 1,
  }
}

type StoredContent = { readonly size: number; readonly digest: string } & Partial<ImageSize>

async function storeBytes(
  { blobs, images }: Ports,
  id: string,
  kind: FileKind,
  reception: Reception,
): Promise<StoredContent> {
  const chunks = kind.signature === 'text' ? textOnly(reception.chunks()) : reception.chunks()
  const stored = await blobs.write(blobKey(id), chunks, kind.served)
  if (kind.type !== 'image') return stored
  const { width, height, location } = await images.measure(
    kind.extension,
    blobs.read(blobKey(id)),
    stored.size,
  )
  if (width * height > maxPixels) throw imageTooLarge(width * height, maxPixels)
  if (!location) return { ...stored, width, height }
  // Clients cannot read the file before its row exists, so the photo's location was never public.
  const blanked = await blobs.write(blobKey(id), patched(blobs.read(blobKey(id)), location), kind.served)
  return { ...blanked, width, height }
}

/** Writes the raw drawing to the staging prefix, which is never served, and stores the cleaned drawing. */
async function storeDrawing(
  { blobs, images }: Ports,
  id: string,
  reception: Reception,
): Promise<StoredContent> {
  try {
    const raw = await blobs.write(stagingKey(id), textOnly(reception.chunks()), 'application/octet-stream')
    const { bytes, ...size } = await images.cleanDrawing(blobs.read(stagingKey(id)), raw.size)
    return { ...(await blobs.write(blobKey(id), singleChunk(bytes), 'image/svg+xml')), ...size }
  } finally {
    await Promise.allSettled([blobs.remove(stagingKey(id))])
  }
}

async function* textOnly(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    if (hasBinary(chunk))
      throw unsupportedFileType({ reason: 'text', message: 'The file contains bytes that are not text.' })
    yield chunk
  }
}

async function* singleChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Validates the dimensions of the request, which override measured ones (contract.md#media-dimensions). */
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
