import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { gifWithSmallFrame } from '../../../test/fixtures/gif.ts'
import type { RenderedImage } from '../../core/renditions/ports.ts'
import { processRenderer } from './renderer.ts'

const renderer = processRenderer()
const never = new AbortController().signal

async function* streamed(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield Buffer.from(bytes.subarray(at, at + 65_536))
}

async function rendered(
  extension: string,
  bytes: Uint8Array,
  widths: readonly number[] = [4, 6, 100],
  from = renderer,
) {
  const images: RenderedImage[] = []
  for await (const image of from.render({ extension, widths }, streamed(bytes), never)) images.push(image)
  return images
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
/** Upper half red, lower half blue. */
const flag = (width: number, height: number) =>
  picture(width, height).composite([
    {
      input: { create: { width, height: height / 2, channels: 3, background: '#00f' } },
      top: height / 2,
      left: 0,
    },
  ])
const names = (images: readonly RenderedImage[]) =>
  images.map(({ extension, width, height }) => `${extension} ${width}x${height}`)

describe('renders', () => {
  test.each(['png', 'jpg', 'jpeg', 'gif'])(
    'smaller widths of a %s in its own type, as WebP and as AVIF',
    async (extension) => {
      const bytes = await picture(8, 4)
        .toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png'))
        .toBuffer()
      const images = await rendered(extension, bytes)
      expect(names(images)).toEqual(
        [extension, 'webp', 'avif'].flatMap((type) => [`${type} 4x2`, `${type} 6x3`]),
      )
      for (const { bytes, mimeType, width, height } of images) {
        const actual = await sharp(bytes).metadata()
        expect({ width: actual.width, height: actual.height }).toEqual({ width, height })
        expect(mimeType).toBe(`image/${actual.format === 'heif' ? 'avif' : actual.format}`)
      }
    },
  )

  test.each(['webp', 'avif'])('each type only once for a %s file', async (extension) => {
    const bytes = await picture(8, 4)
      .toFormat(extension as 'webp')
      .toBuffer()
    expect(names(await rendered(extension, bytes, [4])).sort()).toEqual(['avif 4x2', 'webp 4x2'])
  })

  test('upright images without the location of the photograph', async () => {
    const bytes = await flag(40, 20)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Artist: 'Secret' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect(before.orientation).toBe(6)
    expect(before.exif?.includes('Secret')).toBe(true)
    const images = await rendered('jpg', bytes, [10])
    expect(names(images)).toEqual(['jpg 10x20', 'webp 10x20', 'avif 10x20'])
    for (const image of images) {
      const { exif, xmp, icc, orientation } = await sharp(image.bytes).metadata()
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      // Rotated by 90 degrees: the top of the source is now on the right.
      const { data, info } = await sharp(image.bytes)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const at = (x: number) => [
        ...data.subarray((10 * info.width + x) * info.channels, (10 * info.width + x) * info.channels + 3),
      ]
      expect(at(8)[0]).toBeGreaterThan(150)
      expect(at(1)[2]).toBeGreaterThan(150)
    }
  })

  test('only widths at which a very tall image is within the limits', async () => {
    const images = await rendered('png', await picture(1000, 20_000).png().toBuffer(), [320, 960])
    expect(names(images)).toEqual(['png 320x6400', 'webp 320x6400', 'avif 320x6400'])
  })

  test('a transparent PNG as transparent images', async () => {
    const bytes = await sharp({ create: { width: 8, height: 4, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    for (const image of await rendered('png', bytes, [4]))
      expect((await sharp(image.bytes).stats()).isOpaque).toBe(false)
  })
})

describe('renders nothing for', () => {
  test('an image that is no wider than the smallest width', async () => {
    expect(await rendered('png', await picture(4, 400).png().toBuffer())).toEqual([])
  })

  test('a GIF whose frame is smaller than its screen', async () => {
    expect(await rendered('gif', gifWithSmallFrame(800, 600), [1])).toEqual([])
  })

  test('an animation', async () => {
    const frames = await sharp(Buffer.alloc(8 * 8 * 3, 0).fill(255, 0, 96), {
      raw: { width: 8, height: 8, channels: 3, pageHeight: 4 },
    })
      .gif()
      .toBuffer()
    expect((await sharp(frames).metadata()).pages).toBe(2)
    expect(await rendered('gif', frames)).toEqual([])
  })
})

describe('refuses', () => {
  test.each([
    ['a file that is not an image', async () => Buffer.from('just text')],
    [
      'a truncated image',
      async () => (await picture(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 100_000),
    ],
    [
      'a drawing with the extension of an image',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>'),
    ],
    ['an image of 900 megapixels in few bytes', () => flat(30_000, 30_000)],
    ['an image of 51 megapixels', () => flat(8_500, 6_000)],
  ])('%s', async (_, source) => {
    await expect(rendered('png', await source())).rejects.toMatchObject({ code: 'IMAGE_NOT_RENDERED' })
  })

  test('an image that needs more memory than the limit, while another renderer still works', async () => {
    const narrow = processRenderer({ memoryMiB: 20 })
    await expect(
      rendered('png', await picture(3000, 3000).png().toBuffer(), [1920], narrow),
    ).rejects.toMatchObject({
      code: 'IMAGE_NOT_RENDERED',
      message: expect.stringContaining('memory'),
    })
    expect(await rendered('png', await picture(8, 4).png().toBuffer())).toHaveLength(6)
  })
})

test('a slow call rejects with RENDERER_LOST, a cancelled call with the abort reason', async () => {
  const hasty = processRenderer({ limitMs: 1 })
  const bytes = await picture(2000, 2000).png().toBuffer()
  await expect(rendered('png', bytes, [1920], hasty)).rejects.toMatchObject({ code: 'RENDERER_LOST' })
  const stopping = new AbortController()
  const images = renderer
    .render({ extension: 'png', widths: [1920] }, streamed(bytes), stopping.signal)
    [Symbol.asyncIterator]()
  const first = images.next()
  stopping.abort(new Error('the service stops'))
  await expect(first).rejects.toThrow('the service stops')
})

test('a stalled source is abandoned', async () => {
  const hasty = processRenderer({ limitMs: 50 })
  const silent: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
  }
  const images = hasty.render({ extension: 'png', widths: [4] }, silent, never)[Symbol.asyncIterator]()
  await expect(images.next()).rejects.toMatchObject({ code: 'RENDERER_LOST' })
})

test('a failing source is not reported as an invalid image', async () => {
  const broken = async function* (): AsyncIterable<Uint8Array> {
    yield new Uint8Array(10)
    throw new Error('storage failed')
  }
  const images = renderer.render({ extension: 'png', widths: [4] }, broken(), never)[Symbol.asyncIterator]()
  await expect(images.next()).rejects.toThrow('storage failed')
})

/** A PNG whose header claims this size. */
async function flat(width: number, height: number): Promise<Buffer> {
  const bytes = await picture(8, 4).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}
