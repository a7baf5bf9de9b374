import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { locationPatches } from './find-location.ts'

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
const location = {
  IFD0: { Artist: 'Ann' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSMapDatum: 'WGS-84 HERE' },
}
const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="51,30.5N" dc:format="kept"><exif:GPSLongitude>0,7.5W</exif:GPSLongitude></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

async function blanked(bytes: Buffer): Promise<Buffer> {
  const { exif, xmp } = await sharp(bytes).metadata()
  const copy = Buffer.from(bytes)
  for (const patch of locationPatches(bytes, { exif, xmp })) copy.set(patch.bytes, patch.at)
  return copy
}
const pixels = (bytes: Buffer) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('in a %s', (format) => {
  test('the location in Exif is blanked, and nothing else changes', async () => {
    const bytes = await picture()
      .toFormat(format)
      .withMetadata({ orientation: 6 })
      .withExifMerge(location)
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif?.includes('WGS-84 HERE')).toBe(true)
    const after = await blanked(bytes)
    expect(after).toHaveLength(bytes.length)
    const { exif, orientation } = await sharp(after).metadata()
    expect(exif?.includes('WGS-84 HERE')).toBe(false)
    expect(after.includes('WGS-84')).toBe(false)
    expect(exif?.includes('Ann')).toBe(true)
    expect(orientation).toBe((await sharp(bytes).metadata()).orientation)
    expect(await pixels(after)).toEqual(await pixels(bytes))
    // Blanking is idempotent.
    expect(await blanked(after)).toEqual(after)
  })

  test('the location in XMP is blanked', async () => {
    const bytes = await picture().toFormat(format).withXmp(xmp).toBuffer()
    expect((await sharp(bytes).metadata()).xmp?.includes('51,30.5N')).toBe(true)
    const after = await blanked(bytes)
    const { xmp: kept } = await sharp(after).metadata()
    for (const text of ['51,30.5N', '0,7.5W']) expect(kept?.includes(text) ?? false).toBe(false)
    // A PNG contains XMP in a compressed chunk, which is blanked as a whole.
    expect(kept?.includes('dc:format="kept"') ?? false).toBe(format !== 'png')
    expect(await pixels(after)).toEqual(await pixels(bytes))
  })

  test('an image without a location is unchanged', async () => {
    const bytes = await picture()
      .toFormat(format)
      .withExif({ IFD0: { Artist: 'Ann' } })
      .toBuffer()
    expect(locationPatches(bytes, await sharp(bytes).metadata())).toEqual([])
  })
})

test('the location in the second image of a file is blanked', async () => {
  const [first, second] = [
    await picture().jpeg().toBuffer(),
    await picture().jpeg().withExif(location).toBuffer(),
  ]
  expect((await blanked(Buffer.concat([first, second]))).includes('WGS-84')).toBe(false)
})

test('a file with more than a million empty chunks or Exif headers is processed quickly', () => {
  const empty = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    Buffer.alloc(20_000_000),
  ])
  const headers = Buffer.from('Exif\0\0MM'.repeat(2_000_000))
  expect(locationPatches(empty, { exif: Buffer.from('none of it'), xmp: Buffer.from('exif:GPS') })).toEqual(
    [],
  )
  expect(locationPatches(headers, {})).toEqual([])
})

test('invalid Exif data is ignored', () => {
  const head = (...tiff: number[]) => Buffer.from([...Buffer.from('Exif\0\0'), ...tiff])
  for (const tiff of [
    [],
    [0x49, 0x49],
    [0x49, 0x49, 42, 0, 255, 255, 255, 255],
    [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 255, 255],
  ])
    expect(locationPatches(head(...tiff), {})).toEqual([])
  // A table that points to itself, with values beyond the end.
  const hostile = head(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4, 255, 255, 255, 255, 0, 0, 0, 8)
  for (const { at, bytes } of locationPatches(hostile, {}))
    expect(at + bytes.length).toBeLessThanOrEqual(hostile.length)
})
