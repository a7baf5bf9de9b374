/** Follows a photograph from its upload to the pages that show it. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, apiClient, eventually, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'
import { validationErrors } from './theme-checks.ts'

const folder = preparedFolder()
let system: SystemProcess
let api: Api
let site: Api
let image: { readonly id: string; readonly url: string }
const longMs = 90_000

interface Rendition {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly mimeType: string
  readonly format: string
  readonly size: number
}

beforeAll(async () => {
  system = await startProcess(folder.path)
  api = await loggedIn(system.apiUrl, administrator)
  site = apiClient(system.siteUrl)
  // The image is stored in landscape. Its EXIF data rotates it to portrait and has GPS coordinates.
  const bytes = await sharp({ create: { width: 1000, height: 700, channels: 3, background: '#36c' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSMapDatum: 'WGS-84 HERE' } })
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'Harbour.jpg')
  image = (await api.ok('POST', '/api/media/upload', { form })).body.data as unknown as typeof image
  const metadata = { title: 'Harbour', status: 'published', featuredImage: { ...image, alt: 'A harbour' } }
  await api.ok('POST', '/api/posts', {
    json: { metadata, content: `[![Boats](${image.url} "At noon")](https://example.org/)` },
  })
  await api.ok('POST', '/api/posts', {
    json: { metadata: { ...metadata, title: 'Harbour again' }, content: 'Text' },
  })
  await api.generate()
}, longMs)

afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

const renditions = () =>
  eventually(
    'renditions',
    async () => {
      const { renditions } = (await api.ok('GET', `/api/media/${image.id}`)).body.data as unknown as {
        renditions: Rendition[]
      }
      return renditions.length > 0 && renditions
    },
    longMs,
  )

it('the API lists renditions of an image, and serves them rotated, immutable and without GPS data', {
  timeout: longMs,
}, async () => {
  const rendered = await renditions()
  expect(rendered.map(({ width, height, format }) => `${format} ${width}x${height}`)).toEqual(
    ['320x457', '640x914'].flatMap((size) => [`avif ${size}`, `jpeg ${size}`, `webp ${size}`]),
  )
  const visitor = apiClient(system.apiUrl)
  for (const { url, mimeType, size } of rendered) {
    const { headers, bytes } = await visitor.ok('GET', url)
    expect([headers.get('content-type'), bytes.length]).toEqual([mimeType, size])
    expect(headers.get('cache-control')).toContain('immutable')
    expect(
      (await visitor.request('GET', url, { headers: { 'if-none-match': String(headers.get('etag')) } }))
        .status,
    ).toBe(304)
  }
  expect((await visitor.ok('GET', image.url)).bytes.includes('WGS-84 HERE')).toBe(false)
  expect((await visitor.request('GET', image.url.replace(/\.jpg$/, '.321w.webp'))).status).toBe(404)
})

it('the site uses renditions once they exist, in valid HTML, and serves each of them', {
  timeout: longMs,
}, async () => {
  const page = async (path: string) => (await site.ok('GET', path)).text.replaceAll('&#x3D;', '=')
  await eventually(
    'pages with srcset',
    async () => (await page('/post/harbour/')).includes('640w.avif 640w'),
    longMs,
  )
  const [post, home] = [await page('/post/harbour/'), await page('/')]
  for (const html of [post, home]) {
    const urls = [...html.matchAll(/\ssrcset="([^"]+)"/g)].flatMap(([, set = '']) =>
      set.split(', ').map((candidate) => candidate.split(' ')[0] ?? ''),
    )
    expect(urls.length).toBeGreaterThan(6)
    for (const url of new Set(urls))
      expect((await site.ok('GET', url)).headers.get('content-type')).toMatch(/^image\/(avif|jpeg|webp)$/)
    expect(await validationErrors(html)).toEqual([])
  }
  // The featured image loads eagerly, the image in the text lazily; both have dimensions.
  expect(post.match(/<img [^>]*fetchpriority="high"[^>]*>/g)?.join()).toMatch(
    /alt="A harbour" width="700" height="1000"/,
  )
  expect(post).toMatch(
    /<a href="https:\/\/example.org\/"[^>]*><picture>.*<img [^>]*alt="Boats" title="At noon"[^>]* width="700" height="1000" loading="lazy"/,
  )
  const cards = home.match(/<img [^>]*>/g) ?? []
  expect(cards.map((card) => card.includes('loading="lazy"'))).toEqual([false, true])
})

it('deleting an image deletes its renditions', { timeout: longMs }, async () => {
  const rendered = await renditions()
  await api.ok('DELETE', `/api/media/${image.id}?clean=true`)
  for (const { url } of rendered) expect((await api.request('GET', url)).status).toBe(404)
  await eventually(
    'a site without the image',
    async () => (await site.request('GET', rendered[0]?.url ?? '')).status === 404,
    longMs,
  )
})
