import { newContext, runInContext } from '@typecase/runtime/context'
import { createLogger } from '@typecase/runtime/log'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { gifWithSmallFrame } from '../../../test/fixtures/gif.ts'
import { processInspector } from './inspector.ts'

const inspector = processInspector({ log: createLogger('test', 'silent') })
afterAll(() => inspector.part.stop())

async function* streamed(bytes: Uint8Array | string, piece = 1000): AsyncIterable<Uint8Array> {
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length; at += piece) yield all.subarray(at, at + piece)
}
const measured = (by: typeof inspector, extension: string, bytes: Buffer, piece?: number) =>
  by.measure(extension, streamed(bytes, piece), bytes.length)
const cleanedDrawing = (source: string | Buffer) =>
  inspector.cleanDrawing(streamed(source), Buffer.byteLength(source))
const picture = (width = 3, height = 2) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })

describe('measures', () => {
  test.each(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif'])('%s', async (extension) => {
    const bytes = await picture()
      .toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png'))
      .toBuffer()
    expect(await measured(inspector, extension, bytes)).toEqual({ width: 3, height: 2 })
  })

  test('a photograph in its display orientation', async () => {
    const bytes = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await measured(inspector, 'jpg', bytes)).toEqual({ width: 2, height: 3 })
  })

  test('a GIF by its logical screen, not its first frame', async () => {
    for (const [width, height] of [
      [800, 600],
      [3000, 2],
      [7, 5],
    ] as const)
      expect(await measured(inspector, 'gif', gifWithSmallFrame(width, height))).toEqual({ width, height })
    expect(await measured(inspector, 'gif', gifWithSmallFrame(0, 0))).toEqual({ width: 2, height: 2 })
  })

  test('an image of 56 megapixels, without decoding it', async () => {
    const bytes = await picture(8000, 7000).png().toBuffer()
    expect(await measured(inspector, 'png', bytes, 65_536)).toEqual({ width: 8000, height: 7000 })
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
    expect(await measured(inspector, 'ico', Buffer.concat([head, png]))).toEqual({ width: 256, height: 256 })
    await expect(measured(inspector, 'ico', head)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' })
  })
})

test('a drawing is cleaned and measured', async () => {
  const { bytes, ...size } = await cleanedDrawing(
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script/><rect/></svg>',
  )
  expect(size).toEqual({ width: 30, height: 20 })
  expect(Buffer.from(bytes).toString()).toMatch(/^<svg [^>]*><rect><\/rect><\/svg>$/)
})

describe('refuses', () => {
  test.each([
    ['png', 'just text'],
    ['jpg', '\u00ff\u00d8\u00ff nothing'],
    ['gif', 'GIF89a'],
  ])('a file that is not a %s', async (extension, text) => {
    await expect(measured(inspector, extension, Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    })
  })

  test('a PNG with the extension of a JPEG', async () => {
    await expect(measured(inspector, 'jpg', await picture().png().toBuffer())).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    })
  })

  test('a drawing that is not UTF-8 or has entities', async () => {
    await expect(cleanedDrawing(Buffer.from([0x3c, 0xff, 0xfe]))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    })
    await expect(cleanedDrawing('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      fields: {
        reason: 'entities',
        message: 'The SVG file declares entities in its DOCTYPE. Save it without them.',
      },
    })
  })

  test('a drawing that exceeds a short time limit but not the default one', async () => {
    const hasty = processInspector({ log: createLogger('test', 'silent'), limitMs: 1 })
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${'<rect/>'.repeat(190_000)}</svg>`
    await expect(hasty.cleanDrawing(streamed(drawing, 65_536), drawing.length)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      fields: { reason: 'unread' },
    })
    await hasty.part.stop()
    expect((await cleanedDrawing(drawing)).bytes.length).toBeGreaterThan(190_000)
  })
})

test('a failing source is not reported as an invalid image, and the next image is read', async () => {
  const broken = async function* (): AsyncIterable<Uint8Array> {
    yield new Uint8Array(10)
    throw new Error('storage failed')
  }
  await expect(inspector.measure('png', broken(), 10)).rejects.toThrow('storage failed')
  expect(await measured(inspector, 'png', await picture().png().toBuffer())).toEqual({ width: 3, height: 2 })
})

test('concurrent images are read one at a time, each with its own result', async () => {
  const sizes = [5, 9, 4, 7, 3]
  const answers = sizes.map(
    async (side) => (await measured(inspector, 'png', await picture(side, 1).png().toBuffer(), 10)).width,
  )
  expect(await Promise.all(answers)).toEqual(sizes)
})

test('reads no more of a file than measuring requires', async () => {
  const png = await picture().png().toBuffer()
  let read = 0
  async function* endless(): AsyncIterable<Uint8Array> {
    for (let next = png; ; next = Buffer.alloc(1024 * 1024)) {
      read += next.length
      yield next
    }
  }
  expect(await inspector.measure('png', endless(), Number.MAX_SAFE_INTEGER)).toEqual({ width: 3, height: 2 })
  expect(read).toBeLessThan(66 * 1024 * 1024)
})

test('a stalled file is abandoned when its caller aborts, and the next one is read', async () => {
  const png = await picture().png().toBuffer()
  const [started, caller] = [Promise.withResolvers<void>(), new AbortController()]
  async function* stalled(): AsyncIterable<Uint8Array> {
    started.resolve()
    yield await new Promise<never>(() => undefined)
  }
  const waiting = runInContext(newContext({ signal: caller.signal }), () =>
    inspector.measure('png', stalled(), 10),
  )
  await started.promise
  caller.abort()
  await expect(waiting).rejects.toThrow('aborted')
  expect(await measured(inspector, 'png', png)).toEqual({ width: 3, height: 2 })
})

test('a call is refused with retryAfter while too many images wait', async () => {
  const png = await picture().png().toBuffer()
  const proceed = Promise.withResolvers<void>()
  async function* blocked(): AsyncIterable<Uint8Array> {
    await proceed.promise
    yield png
  }
  const answers = Array.from({ length: 40 }, () =>
    inspector.measure('png', blocked(), png.length).catch((error: { code: string }) => error.code),
  )
  await expect(measured(inspector, 'png', png)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'BUSY',
    fields: { retryAfter: 2 },
  })
  proceed.resolve()
  const all = await Promise.all(answers)
  expect(all.filter((answer) => answer === 'BUSY').length).toBeGreaterThan(0)
  expect(all.filter((answer) => typeof answer === 'object')).toHaveLength(
    all.filter((answer) => answer !== 'BUSY').length,
  )
  expect(await measured(inspector, 'png', png)).toEqual({ width: 3, height: 2 })
})
