/** Finds the bytes of location metadata in photographs. */
import { crc32 } from 'node:zlib'
import type { Patch } from '../../core/ports.ts'

export interface Metadata {
  readonly exif?: Buffer | undefined
  readonly xmp?: Buffer | undefined
}

const exifHead = Buffer.from('Exif\0\0')
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47])
/** Maximum number of metadata blocks; cameras write far fewer. */
const maxBlocks = 32
const gpsTag = 0x8825
/** Maximum number of PNG chunks; enough for 64 MiB in chunks of 1 KiB. */
const maxChunks = 70_000
/** Bytes per value, indexed by the TIFF type. */
const valueSizes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/**
 * Returns patches that blank the location in Exif and XMP data of any file format. They change no offsets or
 * pixels.
 */
export function locationPatches(bytes: Buffer, { exif, xmp }: Metadata): readonly Patch[] {
  const found = [...exifBlocks(bytes, exif).flatMap((at) => gpsPatches(bytes, at)), ...xmpPatches(bytes, xmp)]
  if (!bytes.subarray(0, 4).equals(pngHead)) return found
  const all = [...found, ...packedPatches(bytes, { exif, xmp })]
  return [...all, ...checksums(bytes, all)]
}

/**
 * Offsets of all Exif blocks. A file has several if it contains a preview or the second image of a stereo
 * pair.
 */
function exifBlocks(bytes: Buffer, exif: Buffer | undefined): readonly number[] {
  const blocks = new Set<number>()
  for (
    let at = bytes.indexOf(exifHead);
    at >= 0 && blocks.size < maxBlocks;
    at = bytes.indexOf(exifHead, at + 1)
  )
    blocks.add(at + exifHead.length)
  const tiff = exif?.subarray(0, exifHead.length).equals(exifHead) ? exif.subarray(exifHead.length) : exif
  const at = tiff?.length ? bytes.indexOf(tiff) : -1
  if (at >= 0) blocks.add(at)
  return [...blocks]
}

/** Empties the GPS table and overwrites its values with zeros. Ignores values outside the block. */
function gpsPatches(bytes: Buffer, start: number): readonly Patch[] {
  const tiff = bytes.subarray(start)
  const order = tiff.subarray(0, 2).toString('latin1')
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return []
  const isLittle = order === 'II'
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const long = (at: number) =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const entries = (table: number) =>
    Array.from({ length: short(table) }, (_, index) => table + 2 + index * 12)
  const zero = (at: number, length: number): Patch[] =>
    length > 0 && at > 0 && at + length <= tiff.length
      ? [{ at: start + at, bytes: Buffer.alloc(length) }]
      : []
  const pointer = entries(long(4)).find((entry) => short(entry) === gpsTag)
  const table = pointer === undefined ? 0 : long(pointer + 8)
  if (!table) return []
  const values = entries(table).flatMap((entry) => {
    const length = (valueSizes[short(entry + 2)] ?? 0) * long(entry + 4)
    return length > 4 ? zero(long(entry + 8), length) : []
  })
  return [...values, ...zero(table, Math.min(2 + short(table) * 12, tiff.length - table))]
}

/** Replaces the values of GPS attributes and elements with spaces. */
function xmpPatches(bytes: Buffer, xmp: Buffer | undefined): readonly Patch[] {
  const start = xmp?.length ? bytes.indexOf(xmp) : -1
  if (!xmp || start < 0) return []
  const values =
    /(exif:GPS\w+\s*=\s*)("[^"]*"|'[^']*')|(<exif:GPS(\w+)(?:\s[^<>]*)?>)([^<]*)(?=<\/exif:GPS\4>)/g
  return [...xmp.toString('latin1').matchAll(values)].flatMap((match) => {
    const [whole, , quoted, , , text = ''] = match
    const length = quoted ? quoted.length - 2 : text.length
    const at = start + match.index + (quoted ? whole.length - quoted.length + 1 : whole.length - text.length)
    return length > 0 ? [{ at, bytes: Buffer.alloc(length, ' ') }] : []
  })
}

interface Chunk {
  /** Offset of the chunk type. */
  readonly from: number
  /** Offset of the checksum. */
  readonly end: number
}

function chunksOf(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= bytes.length && chunks.length < maxChunks; ) {
    const [from, end] = [at + 4, at + 8 + bytes.readUInt32BE(at)]
    if (end + 4 > bytes.length) break
    chunks.push({ from, end })
    at = end + 4
  }
  return chunks
}

/** Overwrites PNG chunks of compressed metadata with zeros, and gives them a type that readers ignore. */
function packedPatches(bytes: Buffer, { exif, xmp }: Metadata): readonly Patch[] {
  const names = [
    ...(xmp && !bytes.includes(xmp) && xmp.includes('exif:GPS') ? ['XML:com.adobe.xmp'] : []),
    ...(exif && exifBlocks(bytes, exif).length === 0
      ? ['Raw profile type exif', 'Raw profile type APP1']
      : []),
  ]
  if (names.length === 0) return []
  return chunksOf(bytes).flatMap(({ from, end }) => {
    const isNamed = names.some((name) =>
      bytes.subarray(from + 4, from + 5 + name.length).equals(Buffer.from(`${name}\0`)),
    )
    return isNamed
      ? [{ at: from, bytes: Buffer.concat([Buffer.from('noTe'), Buffer.alloc(end - from - 4)]) }]
      : []
  })
}

/** Updates the checksum at the end of each patched PNG chunk. */
function checksums(bytes: Buffer, patches: readonly Patch[]): readonly Patch[] {
  if (patches.length === 0) return []
  return chunksOf(bytes).flatMap(({ from, end }) => {
    const within = patches.filter((patch) => patch.at >= from && patch.at + patch.bytes.length <= end)
    if (within.length === 0) return []
    const chunk = Buffer.from(bytes.subarray(from, end))
    for (const patch of within) chunk.set(patch.bytes, patch.at - from)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(chunk))
    return [{ at: end, bytes: sum }]
  })
}
