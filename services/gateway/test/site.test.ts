import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
const long = `<p>${'Long enough to be worth packing. '.repeat(100)}</p>`
const files: Record<string, string> = {
  'index.html': '<h1>Home</h1>',
  'about/index.html': '<h1>About</h1>',
  'long.html': long,
  'größe a.html': 'named',
  'empty.txt': '',
  '404.html': '<h1>Nothing here</h1>',
  'assets/style.css': 'a{}',
  'images/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'documents/a.txt': 'text',
  'rss.xml': '<rss/>',
}

async function write(folder: string, content: Record<string, string>): Promise<string> {
  const root = join(gateway.siteRoot, folder)
  for (const [name, text] of Object.entries(content)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  return root
}

/** As the publisher does: a new link takes the place of the old one. */
async function switchTo(folder: string): Promise<void> {
  await symlink(folder, join(gateway.siteRoot, 'next'))
  await rename(join(gateway.siteRoot, 'next'), join(gateway.siteRoot, '_site'))
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask(method, gateway.siteOrigin + path, { headers })

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test('before the first generation every path is a plain 404', async () => {
  for (const path of ['/', '/post/x/', '/404.html']) {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
  }
})

describe('with a site', () => {
  beforeAll(async () => {
    await write('one', files)
    await writeFile(join(gateway.siteRoot, 'secret.txt'), 'secret')
    await symlink('../secret.txt', join(gateway.siteRoot, 'one/leak.txt'))
    await switchTo('one')
  })

  test.each([
    ['/', 200, '<h1>Home</h1>', 'text/html; charset=utf-8'],
    ['/index.html', 200, '<h1>Home</h1>', 'text/html; charset=utf-8'],
    ['/about/', 200, '<h1>About</h1>', 'text/html; charset=utf-8'],
    ['/about/?a=b', 200, '<h1>About</h1>', 'text/html; charset=utf-8'],
    ['/assets/style.css', 200, 'a{}', 'text/css; charset=utf-8'],
    ['/rss.xml', 200, '<rss/>', 'application/xml; charset=utf-8'],
    ['/gr%C3%B6%C3%9Fe%20a.html', 200, 'named', 'text/html; charset=utf-8'],
    ['/empty.txt', 200, '', 'text/plain; charset=utf-8'],
    ['/nothing/', 404, '<h1>Nothing here</h1>', 'text/html; charset=utf-8'],
    ['/index.html/', 404, '<h1>Nothing here</h1>', 'text/html; charset=utf-8'],
    ['/assets/', 404, '<h1>Nothing here</h1>', 'text/html; charset=utf-8'],
    ['/leak.txt', 404, '<h1>Nothing here</h1>', 'text/html; charset=utf-8'],
  ])('%s is %i', async (path, status, text, type) => {
    const answer = await get(path)
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([status, text, type])
  })

  test.each([
    ['/about', '/about/'],
    ['/about?a=b', '/about/?a=b'],
    ['//about', '/about/'],
    ['//about/', '/about/'],
    ['///', '/'],
    ['/assets//style.css', '/assets/style.css'],
  ])('%s redirects to %s', async (path, location) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
  })

  test.each([
    '/../secret.txt',
    '/about/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%252e%252e/secret.txt',
    '/....//secret.txt',
    '//evil.example/%2e%2e',
    '/about%2findex.html',
    '/%00',
    '/index.html%00.txt',
    '/%ff',
    '/\\evil.example',
  ])('%s leads nowhere', async (path) => {
    const got = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(gateway.sitePort, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      )
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text)).on('error', reject)
    })
    expect(got).toMatch(/^HTTP\/1\.1 40[04] /)
    expect(got).not.toMatch(/secret|\nlocation:/i)
  })

  test('text is packed for who takes it, and each form has its own tag', async () => {
    const plain = await get('/long.html', { 'accept-encoding': 'identity' })
    const gzip = await get('/long.html', { 'accept-encoding': 'gzip' })
    const br = await get('/long.html', { 'accept-encoding': 'gzip, br' })
    // fetch has unpacked them already where it says how they were packed.
    expect([plain, gzip, br].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
    for (const { text, headers } of [plain, gzip, br]) {
      expect(text).toBe(long)
      expect(headers.get('vary')).toBe('accept-encoding')
    }
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.get('etag'))).size).toBe(3)
    expect((await get('/long.html', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await packed('gzip')).toString()).toBe(long)
    expect(brotliDecompressSync(await packed('br')).toString()).toBe(long)
  })

  test('ETag and If-None-Match, Range and If-Range', async () => {
    const tag = (await get('/about/')).headers.get('etag') ?? ''
    expect((await get('/about/', { 'if-none-match': tag })).status).toBe(304)
    const part = await get('/about/', { range: 'bytes=4-8' })
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'About', 'bytes 4-8/14'])
    expect((await get('/about/', { range: 'bytes=4-8', 'if-range': '"other"' })).status).toBe(200)
    expect((await get('/about/', { range: 'bytes=99-' })).status).toBe(416)
  })

  test('a file that the next generation shares keeps its tag', async () => {
    const { headers } = await get('/rss.xml')
    await link(join(gateway.siteRoot, 'one/rss.xml'), join(gateway.siteRoot, 'shared.xml'))
    expect((await get('/rss.xml', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  })

  test('HEAD has the headers and no body; other methods are 405', async () => {
    const head = await get('/about/', {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '14', 0])
    const post = await get('/about/', {}, 'POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('media in it never run, documents are attachments', async () => {
    expect((await get('/images/a.svg')).headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await get('/documents/a.txt')).headers.get('content-disposition')).toBe('attachment')
    expect((await get('/')).headers.get('content-security-policy')).toBeNull()
  })

  test('no cookie is read or set', async () => {
    const answer = await get('/', { cookie: 'authToken=forged' })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each(['https://example.test/some/base/', '/some/base'])(
    'under the base URL %s its links work, and every path without it',
    async (url) => {
      const put = (staticBaseUrl: string) => gateway.ask('PUT', '/api/settings', { token: gateway.admin.token, json: { staticBaseUrl } })
      await put(url)
      onTestFinished(async () => void (await put('')))
      for (const path of ['/some/base/', '/']) expect((await get(path)).text, path).toBe((await get('/index.html')).text)
      expect((await get('/some/base/rss.xml')).text).toBe('<rss/>')
      const redirected = await fetch(`${gateway.siteOrigin}/some/base?x=1`, { redirect: 'manual' })
      expect([redirected.status, redirected.headers.get('location')]).toEqual([301, '/some/base/?x=1'])
      expect((await get('/some/basement/')).status).toBe(404)
      expect((await get('/some/base/../../etc')).status).toBe(404)
      await put('')
      expect((await get('/some/base/')).status).toBe(404)
    },
  )

  test('a switch shows at once, with another tag', async () => {
    const before = await get('/')
    await write('two', { 'index.html': '<h1>Next</h1>' })
    await switchTo('two')
    const after = await get('/')
    expect(after.text).toBe('<h1>Next</h1>')
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await get('/about/')).status).toBe(404)
  })

  test('a change of staticOutputDir shows at once', async () => {
    await write('other', { 'index.html': 'Other' })
    expect((await get('/')).text).toBe('<h1>Next</h1>')
    await gateway.ask('PUT', '/api/settings', { token: gateway.admin.token, json: { staticOutputDir: 'other' } })
    expect((await get('/')).text).toBe('Other')
    await rm(join(gateway.siteRoot, 'other'), { recursive: true })
    expect((await get('/')).status).toBe(404)
  })
})

/** The body as it travelled. */
async function packed(encoding: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const request = `GET /long.html HTTP/1.0\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\n\r\n`
    const socket = connect(gateway.sitePort, '127.0.0.1', () => socket.write(request))
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('close', () => resolve())
      .on('error', reject)
  })
  const all = Buffer.concat(chunks)
  return all.subarray(all.indexOf('\r\n\r\n') + 4)
}
