import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('renders a square PNG with transparent edges, the same bytes each time', async () => {
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

it('renders an ICO with one PNG, also of a drawing', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
  const icon = await images.icon({ size: 32, isIco: true }, Buffer.from(drawing))
  if (!icon) throw new Error('no icon')
  const ico = Buffer.from(icon)
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(ico.readUInt32LE(14)).toBe(ico.length - 22)
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

it('has no icon of what is no image, and reports it', async () => {
  expect(await images.icon({ size: 32, isIco: true }, Buffer.from('no image'))).toBeUndefined()
  expect(warnings).toMatchObject([{ reason: 'failed' }])
})
