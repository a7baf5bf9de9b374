/**
 * The main scenario over HTTP: write, publish, read. Tests of the standalone system and of separate processes
 * use it. The functions named `is...` are assertions.
 */
import { XMLParser } from 'fast-xml-parser'
import { expect } from 'vitest'
import { type Api, apiClient, eventually } from '../api.ts'
import { squarePng } from './png.ts'

export interface Written {
  readonly postId: string
  readonly pageId: string
  readonly fileId: string
  readonly imageUrl: string
  readonly body: string
}

const title = 'Movable type & <other> stories'

/** Creates a page, an image and a post that uses the image. Both post and page are published. */
export async function write(api: Api): Promise<Written> {
  const upload = await api.ok('POST', '/api/media/upload', { form: imageForm('Ünser Setzkasten.png') })
  expect(upload.status).toBe(201)
  const { id: fileId, url: imageUrl } = upload.body.data as { id: string; url: string }
  const body = `## Lead\r\n\r\nSome *ink* on **paper**.  \r\n\r\n![A type case](${imageUrl})\r\n\r\n\t- tab and ünïcödé 🅰\r\n`
  const post = await api.ok('POST', '/api/posts', {
    json: {
      metadata: { title, status: 'published', category: 'Craft', tags: ['Type'], excerpt: 'On letters.' },
      content: body,
    },
  })
  expect(post.status).toBe(201)
  const page = await api.ok('POST', '/api/pages', {
    json: {
      metadata: { title: 'About us', slug: 'about', status: 'published', pageType: 'custom' },
      content: '# Hello\n\nWe print.',
    },
  })
  return { postId: String(post.body.id), pageId: String(page.body.id), fileId, imageUrl, body }
}

/** Expects that the API returns the acknowledged writes byte for byte. */
export async function isStored(api: Api, { postId, pageId, fileId, imageUrl, body }: Written): Promise<void> {
  const post = await api.ok('GET', `/api/posts/${postId}`)
  expect(post.body.data).toMatchObject({
    title,
    content: body,
    status: 'published',
    category: 'Craft',
    tags: ['Type'],
  })
  expect((await api.ok('GET', `/api/pages/${pageId}`)).body.data).toMatchObject({
    title: 'About us',
    pageType: 'custom',
  })
  expect((await api.ok('GET', `/api/media/${fileId}`)).body.data).toMatchObject({
    originalFilename: 'Ünser Setzkasten.png',
    width: 8,
    height: 8,
  })
  const image = await apiClient(api.url).ok('GET', imageUrl)
  expect(image.headers.get('content-type')).toBe('image/png')
  expect(image.bytes.subarray(1, 4).toString()).toBe('PNG')
}

/** Expects that the site has the post and the page, with stylesheet, image and feed entry. */
export async function isOnTheSite(siteUrl: string, { imageUrl }: Written): Promise<void> {
  const site = apiClient(siteUrl)
  const home = await site.ok('GET', '/')
  const link = /href="([^"]*\/post\/[^"]+)"/.exec(home.text)?.[1]
  expect(link, home.text.slice(0, 2000)).toBe('/post/movable-type-other-stories/')
  const post = await site.ok('GET', String(link))
  expect(post.text).toContain('<strong>paper</strong>')
  expect(post.text).toMatch(/<h1>Movable type &(amp|#38);/)
  expect(post.text).toMatch(/<h2 id="lead">/)
  const style = /<link rel="stylesheet" href="([^"]+)"/.exec(post.text)?.[1]
  const css = await site.ok('GET', String(style))
  expect(css.headers.get('content-type')).toMatch(/^text\/css/)
  expect(css.text).toContain('--accent')
  expect(post.text).toContain(`src="${imageUrl}"`)
  expect((await site.ok('GET', imageUrl)).headers.get('content-type')).toBe('image/png')
  const feed = new XMLParser({ htmlEntities: true }).parse((await site.ok('GET', '/rss.xml')).text)
  expect([feed.rss.channel.item].flat().map((item) => item.title)).toContain(title)
  expect((await site.ok('GET', '/about/')).text).toContain('We print.')
  expect((await site.request('GET', '/nothing/')).status).toBe(404)
}

/** Expects that the media service has recorded the use of the image in the post. */
export async function isReferenced(api: Api, { fileId, postId }: Written): Promise<void> {
  const { body } = await api.ok('GET', `/api/media/${fileId}/references`)
  expect(body.references).toMatchObject([{ id: postId, type: 'post', referenceType: 'embedded' }])
}

/** Changes a published post and waits until the site shows the change. */
export async function changesReachTheSite(
  api: Api,
  siteUrl: string,
  { postId }: Written,
  word: string,
): Promise<void> {
  await api.ok('PUT', `/api/posts/${postId}`, { json: { metadata: { subtitle: word } } })
  const site = apiClient(siteUrl)
  await eventually(`"${word}" on the site`, async () =>
    (await site.request('GET', '/post/movable-type-other-stories/')).text.includes(word),
  )
}

function imageForm(name: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(8))], { type: 'image/png' }), name)
  form.set('alt', 'A type case')
  return form
}
