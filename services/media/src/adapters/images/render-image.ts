import sharp, { type Sharp } from 'sharp'
import type { RenderedImage, RenderJob } from '../../core/renditions/ports.ts'
import { gifScreen } from './measure-raster.ts'

/** The pixel limit of an upload (contract.md#media-dimensions). */
const maxPixels = 50_000_000
/** Limits of one resized copy. Very tall images get only narrow copies. WebP allows 16383 pixels per side. */
const maxRendered = { pixels: 8_000_000, side: 16_383 }

interface Format {
  readonly extension: string
  readonly mimeType: string
  readonly encode: (image: Sharp) => Sharp
}

const jpeg = {
  mimeType: 'image/jpeg',
  encode: (image: Sharp) => image.jpeg({ quality: 80, progressive: true }),
}
/** Effort 3, because effort 4 takes five times as long. */
const avif: Format = {
  extension: 'avif',
  mimeType: 'image/avif',
  encode: (image) => image.avif({ quality: 50, effort: 3 }),
}
const webp: Format = {
  extension: 'webp',
  mimeType: 'image/webp',
  encode: (image) => image.webp({ quality: 78 }),
}

const ownFormats: Readonly<Record<string, Format>> = {
  jpg: { extension: 'jpg', ...jpeg },
  jpeg: { extension: 'jpeg', ...jpeg },
  png: { extension: 'png', mimeType: 'image/png', encode: (image) => image.png({ compressionLevel: 9 }) },
  gif: { extension: 'gif', mimeType: 'image/gif', encode: (image) => image.gif() },
  webp,
  avif,
}

// Blocks all other decoders, which reduces the attack surface.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}`) })
sharp.concurrency(1)
sharp.cache(false)

/**
 * Renders the image in each width that is below its own, in its own type and as WebP and AVIF: upright, in
 * sRGB, without metadata. Yields nothing for an animation or a GIF whose frame is smaller than its screen.
 * @throws Error if the image cannot be decoded or has too many pixels
 */
export async function* renderImage(
  { extension, widths }: RenderJob,
  bytes: Uint8Array,
): AsyncGenerator<RenderedImage> {
  const own = ownFormats[extension]
  if (!own) throw new Error(`${extension} is not rendered`)
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' })
  const { width, height, autoOrient: shown, pages = 1 } = await open().metadata()
  if (width * height > maxPixels) throw new Error(`has ${width * height} pixels, more than ${maxPixels}`)
  if (pages > 1 || (extension === 'gif' && !fillsScreen(bytes, shown))) return
  const wanted = widths.filter(
    (narrower) =>
      narrower < shown.width && fits(narrower, Math.round((narrower * shown.height) / shown.width)),
  )
  const widest = Math.max(...wanted)
  if (wanted.length === 0) return
  // Decodes the image once, in the largest width, and scales the result down.
  const { data, info } = await open()
    .autoOrient()
    .resize({ width: widest })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const { encode, ...format } of new Set([own, webp, avif])) {
    for (const narrower of wanted) {
      const encoded = await encode(sharp(data, { raw }).resize({ width: narrower })).toBuffer({
        resolveWithObject: true,
      })
      yield { ...format, width: encoded.info.width, height: encoded.info.height, bytes: encoded.data }
    }
  }
}

function fillsScreen(bytes: Uint8Array, frame: { readonly width: number; readonly height: number }): boolean {
  const screen = gifScreen(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), frame)
  return screen.width === frame.width && screen.height === frame.height
}

const fits = (width: number, height: number) =>
  width * height <= maxRendered.pixels && height <= maxRendered.side
