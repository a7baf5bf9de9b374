import sharp from 'sharp'

export interface IconJob {
  readonly kind: 'icon'
  /** Pixels of each side. */
  readonly size: number
  readonly isIco: boolean
}

/** Maximum pixels of an uploaded image (contract.md#media-dimensions). */
const maxPixels = 50_000_000
/** Dots per inch for SVG images; 72 is their original size. */
const drawingDensity = 288
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

// Allows only the decoders below, which reduces the attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})
sharp.concurrency(1)
sharp.cache(false)

/** Fits the whole image into a square with transparent edges, as PNG or ICO. */
export async function renderIcon({ size, isIco }: IconJob, image: Uint8Array): Promise<Uint8Array> {
  const options = { limitInputPixels: maxPixels, density: drawingDensity }
  const png = await sharp(image, options)
    .autoOrient()
    .resize({ width: size, height: size, fit: 'contain', background: clear })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
  return isIco ? icoOf(png, size) : png
}

/** An ICO file with one image: https://en.wikipedia.org/wiki/ICO_(file_format) */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
