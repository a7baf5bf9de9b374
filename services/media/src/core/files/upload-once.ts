/** Uploads with an idempotency key, and uploads whose id an import chooses. */
import { AppError, invalid, isAdmin, isUuid, type UserActor } from '@typecase/kernel'
import { idempotencyMismatch, idTaken, repeatedFileDeleted } from '../errors.ts'
import type { FileWriter, KeyedUpload, Ports, RunningHash, UploadKey } from '../ports.ts'
import type { MediaFile } from './file.ts'
import type { UploadDetails, UploadPart } from './receive.ts'

/** Optional fields of an upload: its idempotency key, and the id and date that an import chooses. */
export interface UploadIdentity {
  readonly idempotencyKey?: { readonly key: string; readonly route: string } | undefined
  readonly id?: string | undefined
  readonly createdAt?: Date | undefined
}

export const uploadKeyOf = (
  { idempotencyKey }: UploadIdentity,
  { id }: UserActor,
  at: Date,
): UploadKey | undefined => idempotencyKey && { ...idempotencyKey, owner: id, at }

export const keyLifeMs = 24 * 60 * 60 * 1000

/** Milliseconds until the reservation of an id expires. */
export const reservedMs = 15 * 60 * 1000

interface Fingerprinted {
  readonly originalFilename: string
  readonly mimeType: string
  readonly parts: AsyncIterable<UploadPart>
}

/** Forwards the parts and computes their fingerprint. `digest` is complete once all parts are read. */
export function fingerprinted(
  hash: RunningHash,
  { originalFilename, mimeType, parts }: Fingerprinted,
): { readonly parts: AsyncIterable<UploadPart>; readonly digest: () => string } {
  hash.update(JSON.stringify([originalFilename, mimeType]))
  async function* passing(): AsyncGenerator<UploadPart> {
    for await (const part of parts) {
      if ('bytes' in part) hash.update(part.bytes)
      else hash.update(JSON.stringify(describedBy(part.details)))
      yield part
    }
  }
  return { parts: passing(), digest: hash.hex }
}

const describedBy = ({ alt, caption, width, height }: UploadDetails) => [alt, caption, width, height]

/**
 * The file of an earlier upload with the same key.
 * @throws IDEMPOTENCY_MISMATCH, or IDEMPOTENCY_IN_PROGRESS if the file was deleted after the key was read
 */
export async function repeatedFile(
  { files }: Pick<Ports, 'files'>,
  earlier: KeyedUpload,
  fingerprint: string,
): Promise<MediaFile> {
  if (earlier.fingerprint !== fingerprint) throw idempotencyMismatch()
  const file = await files.get(earlier.fileId)
  if (!file) throw repeatedFileDeleted()
  return file
}

/** Thrown to roll back a transaction if an earlier upload with the same key is stored. */
export class RepeatedUpload extends Error {
  override readonly name = 'RepeatedUpload'
  readonly earlier: KeyedUpload

  constructor(earlier: KeyedUpload) {
    super('another upload with the same idempotency key is already stored')
    this.earlier = earlier
  }
}

export async function keepKey(
  tx: FileWriter,
  key: UploadKey | undefined,
  upload: KeyedUpload,
): Promise<void> {
  const earlier = key && (await tx.keepKey(key, upload))
  if (earlier) throw new RepeatedUpload(earlier)
}

/** Only imports choose ids and dates. @throws FORBIDDEN or VALIDATION_ERROR */
export function checkIdentity({ id, createdAt }: UploadIdentity, actor: UserActor): void {
  if (id === undefined && createdAt === undefined) return
  if (!isAdmin(actor))
    throw new AppError('forbidden', 'FORBIDDEN', 'Only administrators can import files with id or createdAt')
  if (id !== undefined && !isUuid(id))
    throw invalid([{ path: 'id', message: 'id must be a UUID in lower case' }])
}

/** Treats a future date as absent, because the clock of the exporting system was ahead. */
export const storedSince = ({ createdAt }: UploadIdentity, now: Date): Date =>
  createdAt !== undefined && createdAt <= now ? createdAt : now

/** Returns the id of the new file, and reserves an id that an import chose. @throws DUPLICATE_ID */
export async function claimedId(
  { files, newId, clock }: Pick<Ports, 'files' | 'newId' | 'clock'>,
  id: string | undefined,
): Promise<string> {
  if (id === undefined) return newId()
  const state = await files.reserveId(id, clock())
  if (state === 'deleted') return newId()
  if (state !== 'free') throw idTaken(id)
  return id
}
