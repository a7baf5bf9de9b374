import { expect, it } from 'vitest'
import { awaitsRenditions, sourceOf } from './renditions.ts'

const rendition = (width: number, mimeType: string) => ({
  width,
  mimeType,
  url: `/images/a.${width}w.${mimeType.slice(6)}`,
})
const at = Date.UTC(2026, 0, 1)
const image = (over: object = {}) => ({
  ...{
    type: 'image' as const,
    url: '/images/a.jpg',
    size: 5_000_000,
    createdAt: new Date(at).toISOString(),
    renditions: [],
  },
  ...over,
})

it('loads renditions of one type, or the original if there are none', () => {
  const renditions = [
    rendition(640, 'image/webp'),
    rendition(320, 'image/jpeg'),
    rendition(320, 'image/webp'),
    rendition(640, 'image/jpeg'),
  ]
  expect(sourceOf(image({ renditions }))).toEqual({
    src: '/images/a.320w.webp',
    srcSet: '/images/a.320w.webp 320w, /images/a.640w.webp 640w',
  })
  expect(sourceOf(image({ renditions: [rendition(320, 'image/gif')] })).src).toBe('/images/a.320w.gif')
  expect(sourceOf(image())).toEqual({ src: '/images/a.jpg' })
})

it('waits a limited time for the renditions of a large image', () => {
  expect(awaitsRenditions(image(), at + 1_000)).toBe(true)
  expect(awaitsRenditions(image(), at + 11 * 60_000)).toBe(false)
  expect(awaitsRenditions(image({ renditions: [rendition(320, 'image/webp')] }), at)).toBe(false)
  expect(awaitsRenditions(image({ size: 20_000 }), at)).toBe(false)
  expect(awaitsRenditions(image({ url: '/images/a.svg' }), at)).toBe(false)
  expect(awaitsRenditions(image({ type: 'document' }), at)).toBe(false)
})
