import { describe, expect, test } from 'vitest'
import { aPost } from '../../../../test/support/sites.ts'
import { openUrls } from '../../../adapters/markup/open-urls.ts'
import type { Body, MediaFile } from '../../site/site.ts'
import { bodyHtml } from './body.ts'
import { imageSources, shownRenditions } from './images.ts'

const rendition = (width: number, type: string) => {
  const filename = `photo-1.${width}w.${type}`
  return {
    filename,
    url: `/images/${filename}`,
    digest: filename,
    mimeType: `image/${type === 'jpg' ? 'jpeg' : type}`,
    width,
    height: width / 2,
  }
}
const plain: MediaFile = {
  id: 'f1',
  folder: 'images',
  filename: 'photo-1.jpg',
  url: '/images/photo-1.jpg',
  digest: 'd',
  mimeType: 'image/jpeg',
  caption: '',
  width: 1000,
  height: 500,
  renditions: [],
}
const photo = {
  ...plain,
  renditions: [320, 640].flatMap((width) => ['avif', 'jpg', 'webp'].map((type) => rendition(width, type))),
}
const resolve = (url: string) => (url.startsWith('/') ? `/base${url}` : url)
const renderImages = (html: string, file: MediaFile = photo) =>
  bodyHtml({ ...openUrls(html), headings: [], excerpt: '', words: 0 } as unknown as Body, resolve, (url) =>
    url === file.url ? file : undefined,
  )

const avif = '/base/images/photo-1.320w.avif 320w, /base/images/photo-1.640w.avif 640w'
const webp = avif.replaceAll('avif', 'webp')
const jpeg = `${avif.replaceAll('avif', 'jpg')}, /base/images/photo-1.jpg 1000w`

describe('the sources of an image', () => {
  test('are its renditions, more efficient types first, and the wider original', () => {
    expect(imageSources(resolve, { url: photo.url, alt: 'Alt' }, photo)).toEqual({
      url: '/base/images/photo-1.jpg',
      alt: 'Alt',
      width: 1000,
      height: 500,
      srcset: jpeg,
      sizes: '(min-width: 1000px) 1000px, 100vw',
      sources: [
        { type: 'image/avif', srcset: avif },
        { type: 'image/webp', srcset: webp },
      ],
    })
  })

  test('are empty before renditions exist, and for external images', () => {
    const none = { srcset: null, sizes: null, sources: [] }
    expect(imageSources(resolve, { url: plain.url, alt: '' }, plain)).toMatchObject({
      ...none,
      width: 1000,
      height: 500,
    })
    const url = 'https://elsewhere.example/a.png'
    expect(imageSources(resolve, { url, alt: '' }, undefined)).toEqual({
      url,
      alt: '',
      width: null,
      height: null,
      ...none,
    })
  })

  test('do not repeat WebP for a WebP image', () => {
    const types = (mimeType: string) =>
      imageSources(resolve, { url: photo.url, alt: '' }, { ...photo, mimeType }).sources.map(
        ({ type }) => type,
      )
    expect(types('image/webp')).toEqual(['image/avif'])
    expect(types('image/avif')).toEqual(['image/avif', 'image/webp'])
    expect(types('image/png')).toEqual(['image/avif', 'image/webp'])
  })

  test('omit an original that is wider than any screen', () => {
    const { srcset } = imageSources(resolve, { url: photo.url, alt: '' }, { ...photo, width: 6000 })
    expect(srcset).toBe(avif.replaceAll('avif', 'jpg'))
  })
})

describe('an image in a body', () => {
  const sizes = 'sizes="auto, (min-width: 768px) 768px, 100vw"'
  const sources = `<source type="image/avif" srcset="${avif}" ${sizes}><source type="image/webp" srcset="${webp}" ${sizes}>`

  test('becomes a picture element with its attributes, inside its link', () => {
    expect(
      renderImages('<p>a <a href="/x"><img alt="A &amp; b" src="/images/photo-1.jpg" title="T" /></a> b</p>'),
    ).toBe(
      `<p>a <a href="/base/x"><picture>${sources}<img alt="A &amp; b" src="/base/images/photo-1.jpg" title="T" width="1000" height="500" loading="lazy" decoding="async" srcset="${jpeg}" ${sizes}></picture></a> b</p>`,
    )
  })

  test('without renditions still has its size and is lazy-loaded', () => {
    expect(renderImages('<img src="/images/photo-1.jpg" alt="x">', plain)).toBe(
      '<img src="/base/images/photo-1.jpg" alt="x" width="1000" height="500" loading="lazy" decoding="async">',
    )
  })

  test('keeps the width and loading attributes of the author', () => {
    const html = renderImages('<img src="/images/photo-1.jpg" alt="" width="300" loading="eager">')
    expect(html).toContain(
      '<img src="/base/images/photo-1.jpg" alt="" width="300" loading="eager" decoding="async" srcset=',
    )
    expect(html).toContain('sizes="(min-width: 300px) 300px, 100vw"')
    expect(html).not.toContain('height=')
  })

  test('is rendered the same way at every occurrence', () => {
    const image = renderImages('<img src="/images/photo-1.jpg" alt="x">')
    expect(renderImages('<img src="/images/photo-1.jpg" alt="x">'.repeat(500))).toBe(image.repeat(500))
  })

  test.each([
    ['an external image', '<img src="https://e.example/a.png" alt="x">'],
    ['an unknown image', '<img src="/images/other.jpg" alt="x">'],
    ['a link to the file', '<a href="/images/photo-1.jpg">x</a>'],
    ['an iframe with an image in its title', '<iframe title="<img " src="/images/photo-1.jpg"></iframe>'],
    ['an image with an unquoted attribute', '<img src="/images/photo-1.jpg" alt=x>'],
  ])('is unchanged if it is %s', (_, html) => {
    expect(renderImages(html)).toBe(html.replace('="/images', '="/base/images'))
  })

  test.each([
    '<img src="/images/photo-1.jpg" srcset="/images/photo-1.jpg 2x">',
    '<picture><source srcset="/a.webp"><img src="/images/photo-1.jpg"></picture>',
  ])('keeps sources written by the author: %s', (html) => {
    const written = renderImages(html)
    expect(written.match(/srcset/g)).toHaveLength(1)
    expect(written.match(/<picture/g)?.length ?? 0).toBe(html.includes('<picture') ? 1 : 0)
  })
})

test('a site copies only the renditions of images that it shows', () => {
  const other = { ...photo, url: '/images/other.jpg', renditions: [rendition(960, 'webp')] }
  const files = new Map([photo, other].map((file) => [file.url, file]))
  const filenames = (changes: Parameters<typeof aPost>[1]) =>
    shownRenditions([aPost('a', changes)], (url) => files.get(url)).map(
      ({ rendition: { filename } }) => filename,
    )
  expect(filenames({})).toEqual([])
  expect(filenames({ featuredImage: { url: other.url, alt: '' } })).toEqual(['photo-1.960w.webp'])
  expect(
    filenames({ body: { ...aPost('b').body, ...openUrls('<img src="/images/photo-1.jpg">') } }),
  ).toHaveLength(6)
})
