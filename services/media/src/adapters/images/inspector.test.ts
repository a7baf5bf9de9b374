import { createLogger } from '@typecase/runtime/log'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { processInspector } from './inspector.ts'

const inspector = processInspector({ log: createLogger('test', 'silent') })
afterAll(() => inspector.part.stop())

async function* streamed(bytes: Uint8Array | string, piece = 1000): AsyncIterable<Uint8Array> {
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length; at += piece) yield all.subarray(at, at + piece)
}
const picture = (width = 3, height = 2) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

describe('measured are', () => {
  test.each(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'])('%s', async (extension) => {
    const bytes = await picture()
      .toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png'))
      .toBuffer()
    expect(await inspector.measure(extension, streamed(bytes))).toEqual({ width: 3, height: 2 })
  })

  test('a photograph as it is shown, turned as it asks', async () => {
    const bytes = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await inspector.measure('jpg', streamed(bytes))).toEqual({ width: 2, height: 3 })
  })

  test('an image of very many pixels, which is not decoded', async () => {
    const bytes = await picture(8000, 7000).png().toBuffer()
    expect(await inspector.measure('png', streamed(bytes, 65_536))).toEqual({ width: 8000, height: 7000 })
  })

  test('the largest image of an icon', async () => {
    const png = await picture(1, 1).png().toBuffer()
    const head = Buffer.alloc(38)
    head.writeUInt16LE(1, 2)
    head.writeUInt16LE(2, 4)
    for (const [at, side] of [
      [6, 16],
      [22, 0],
    ] as const) {
      head[at] = side
      head[at + 1] = side
      head.writeUInt32LE(png.length, at + 8)
      head.writeUInt32LE(38, at + 12)
    }
    expect(await inspector.measure('ico', streamed(Buffer.concat([head, png])))).toEqual({ width: 256, height: 256 })
    await expect(inspector.measure('ico', streamed(head))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' })
  })
})

test('a drawing is cleaned and measured', async () => {
  const { bytes, ...size } = await inspector.cleanDrawing(
    streamed('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script/><rect/></svg>'),
  )
  expect(size).toEqual({ width: 30, height: 20 })
  expect(Buffer.from(bytes).toString()).toMatch(/^<svg [^>]*><rect><\/rect><\/svg>$/)
})

describe('refused is', () => {
  test.each([
    ['png', 'just text'],
    ['jpg', '\u00ff\u00d8\u00ff nothing'],
    ['gif', 'GIF89a'],
  ])('what is no %s', async (extension, text) => {
    await expect(inspector.measure(extension, streamed(Buffer.from(text, 'latin1')))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    })
  })

  test('a PNG under the name of a JPEG', async () => {
    await expect(inspector.measure('jpg', streamed(await picture().png().toBuffer()))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    })
  })

  test('a drawing that is no UTF-8 or has entities', async () => {
    await expect(inspector.cleanDrawing(streamed(Buffer.from([0x3c, 0xff, 0xfe])))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' })
    await expect(inspector.cleanDrawing(streamed('<!DOCTYPE svg><svg/>'))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' })
  })

  test('an image that takes too long, and the next one is read again', async () => {
    const hasty = processInspector({ log: createLogger('test', 'silent'), limitMs: 1 })
    const bytes = await picture(2000, 2000).avif().toBuffer()
    await expect(hasty.measure('avif', streamed(bytes))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' })
    await hasty.part.stop()
    expect(await inspector.measure('avif', streamed(bytes))).toEqual({ width: 2000, height: 2000 })
  })
})

test('a broken stream of bytes is no fault of the image, and the next one is read', async () => {
  const broken = async function* (): AsyncIterable<Uint8Array> {
    yield new Uint8Array(10)
    throw new Error('storage is gone')
  }
  await expect(inspector.measure('png', broken())).rejects.toThrow('storage is gone')
  expect(await inspector.measure('png', streamed(await picture().png().toBuffer()))).toEqual({ width: 3, height: 2 })
})

test('images at the same time are read one by one, each with its own answer', async () => {
  const sizes = [5, 9, 4, 7, 3]
  const answers = sizes.map(async (side) => (await inspector.measure('png', streamed(await picture(side, 1).png().toBuffer(), 10))).width)
  expect(await Promise.all(answers)).toEqual(sizes)
})
