/** Checks ZIP entries, in Node and in browsers. */
import { TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { safePath, shown } from './safe-path.ts'

export interface ZipEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly isEncrypted: boolean
  /** Unix mode; 0 where the ZIP has none. */
  readonly mode: number
  readonly packedBytes: number
  readonly bytes: number
}

/** Bytes below which a high compression ratio is harmless. */
const smallEntry = 2 ** 20
/** File type bits of a Unix mode, and the value of a regular file. */
const typeMask = 0o170000
const regularFile = 0o100000

/** Returns a check to call for each entry of one ZIP. It counts files and bytes across the calls. */
export function entryCheck({ ratio, unpackedBytes, files }: Limits) {
  const names = new Set<string>()
  let unpacked = 0
  /** @throws TransferError */
  return (entry: ZipEntry): void => {
    const name = shown(entry.name)
    unpacked += entry.bytes
    if (unpacked > unpackedBytes || names.size >= files)
      throw new TransferError('TOO_LARGE', 'the ZIP has too many files or too many bytes unpacked')
    if (entry.isEncrypted) throw new TransferError('ENCRYPTED', `${name} is encrypted`)
    const type = entry.mode & typeMask
    if (type !== 0 && type !== regularFile && !entry.isFolder)
      throw new TransferError('LINK', `${name} is a link or a device in the ZIP`)
    if (entry.bytes > smallEntry && entry.bytes > entry.packedBytes * ratio)
      throw new TransferError('ZIP_BOMB', `${name} unpacks to more than ${ratio} times its packed size`)
    if (entry.isFolder) return
    if (names.has(safePath(entry.name)))
      throw new TransferError('DUPLICATE_NAME', `${name} is in the ZIP twice`)
    names.add(entry.name)
  }
}
