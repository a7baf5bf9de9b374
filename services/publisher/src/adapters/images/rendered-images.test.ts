import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Card } from '../../core/pages/planned.ts'
import { renderedImages } from './rendered-images.ts'

const warnings: unknown[] = []
const images = renderedImages({ log: { warn: (fields: unknown) => void warnings.push(fields) } })
let wide: Uint8Array

beforeAll(async () => {
  wide = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
})
afterAll(async () => images.part.stop?.())

it('renders a square PNG with transparent edges, with the same bytes each time', async () => {
  const icon = await images.icon({ size: 180, isIco: false }, wide)
  if (!icon) throw new Error('no icon')
  expect(await sharp(icon).metadata()).toMatchObject({
    format: 'png',
    width: 180,
    height: 180,
    hasAlpha: true,
  })
  const { data } = await sharp(icon).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(data[3]).toBe(0)
  expect([...data.subarray((90 * 180 + 90) * 4, (90 * 180 + 90) * 4 + 4)]).toEqual([0xcc, 0x33, 0x33, 255])
  expect(await images.icon({ size: 180, isIco: false }, wide)).toEqual(icon)
})

it('renders an ICO with one PNG, also from an SVG', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
  const icon = await images.icon({ size: 32, isIco: true }, Buffer.from(svg))
  if (!icon) throw new Error('no icon')
  const ico = Buffer.from(icon)
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(ico.readUInt32LE(14)).toBe(ico.length - 22)
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

it('returns no icon for a file that is not an image, and logs a warning', async () => {
  expect(await images.icon({ size: 32, isIco: true }, Buffer.from('no image'))).toBeUndefined()
  expect(warnings).toMatchObject([{ image: 'icon', reason: 'failed' }])
})

const card: Card = {
  title: 'Bread & <b>salt</b>',
  byline: 'Ann · My Site',
  direction: 'ltr',
  colors: { background: '#fbfaf7', text: '#1d1b19', accent: '#a8341b' },
}

/** The bounds of everything below the 24-pixel bar at the top that differs from the background. */
async function inkBounds(png: Uint8Array): Promise<{ left: number; right: number; height: number }> {
  const { info } = await sharp(
    await sharp(png).extract({ left: 0, top: 24, width: 1200, height: 606 }).toBuffer(),
  )
    .trim({ threshold: 1 })
    .toBuffer({ resolveWithObject: true })
  const left = -(info.trimOffsetLeft ?? 0)
  return { left, right: 1200 - left - info.width, height: info.height }
}

const rendered = async (changes: Partial<Card> = {}): Promise<Uint8Array> => {
  const png = await images.card({ ...card, ...changes })
  if (!png) throw new Error('no card')
  return png
}

it('typesets a card in the colors of the theme, with the same bytes each time', async () => {
  const png = await rendered()
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) =>
    data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3).toString('hex')
  expect([pixel(5, 5), pixel(5, 300)]).toEqual(['a8341b', 'fbfaf7'])
  expect(await rendered()).toEqual(png)
})

it('aligns the text to the start of its direction, and keeps the margins', async () => {
  const latin = await inkBounds(await rendered({ title: 'Short', byline: '' }))
  expect(latin.left).toBeGreaterThanOrEqual(80)
  expect(latin.left).toBeLessThan(100)
  const arabic = await inkBounds(await rendered({ title: 'مرحبا', byline: '', direction: 'rtl' }))
  expect(arabic.right).toBeGreaterThanOrEqual(80)
  expect(arabic.right).toBeLessThan(100)
  const long = await inkBounds(await rendered({ title: 'Wide '.repeat(30), byline: 'W'.repeat(80) }))
  expect(Math.min(long.left, long.right)).toBeGreaterThanOrEqual(80)
  expect(long.height).toBeLessThanOrEqual(606 - 2 * 80)
  const alone = await inkBounds(await rendered({ title: 'W'.repeat(150), byline: '' }))
  expect(alone.height).toBeLessThanOrEqual(606 - 3 * 80)
  const unbroken = await inkBounds(await rendered({ title: 'W'.repeat(150) }))
  expect(Math.min(unbroken.left, unbroken.right)).toBeGreaterThanOrEqual(80)
})
