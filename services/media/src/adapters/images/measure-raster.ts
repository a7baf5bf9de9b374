import sharp from 'sharp'
import type { Patch } from '../../core/ports.ts'
import { locationPatches } from './find-location.ts'

/** Format names that the decoder reports, by file extension. */
const formats: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  avif: ['heif', 'avif'],
}

interface Measured {
  readonly width: number
  readonly height: number
  /** Patches that blank the location of a photograph. */
  readonly patches?: readonly Patch[]
}

/**
 * Reads the size from the header without decoding. @throws Error if the extension belongs to another format
 */
export async function measureRaster(extension: string, bytes: Buffer): Promise<Measured> {
  if (extension === 'ico') return measureIcon(bytes)
  const { format, autoOrient, exif, xmp } = await sharp(bytes, {
    limitInputPixels: false,
    sequentialRead: true,
    failOn: 'none',
  }).metadata()
  if (!formats[extension]?.includes(format)) throw new Error(`is ${format}, not ${extension}`)
  const { width, height } = extension === 'gif' ? gifScreen(bytes, autoOrient) : autoOrient
  return { width, height, patches: locationPatches(bytes, { exif, xmp }) }
}

/**
 * The size of the logical screen, which browsers use. The decoder instead reports the first frame if the
 * screen is empty or has a fixed size that old programs wrote, such as 800 x 600.
 */
export function gifScreen(bytes: Buffer, decoded: Size): Size {
  if (bytes.length < 10) return decoded
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  return width > 0 && height > 0 ? { width, height } : decoded
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size of the largest image of an icon. In a directory entry, 0 means 256. */
export function measureIcon(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(4, true)
  let largest = { width: 0, height: 0 }
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 16
    const size = { width: view.getUint8(at) || 256, height: view.getUint8(at + 1) || 256 }
    const [length, offset] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)]
    if (length === 0 || offset < 6 + count * 16 || offset + length > bytes.length)
      throw new Error('an image of the icon exceeds the file')
    if (size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
