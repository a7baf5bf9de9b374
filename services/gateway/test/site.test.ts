import { symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { label, testS3 } from '@typecase/testing/infra'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestGateway } from './gateway.ts'
import { packedBody } from './packed-body.ts'
import { folderStore, type SiteStore, s3Store } from './site-stores.ts'

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

const { skip } = await testS3()

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask(method, gateway.siteOrigin + path, { headers })

describe.each([folderStore(), s3Store(skip), s3Store(skip, { isInParts: true })])(
  'the site from $name',
  (store) => {
    const reason = store.skip

    describe.skipIf(reason)(label('', reason), () => served(store))
  },
)

function served({ name, start, publish, close }: SiteStore): void {
  const isFolder = name === 'a folder'

  beforeAll(async () => {
    gateway = await start()
  })

  afterAll(async () => {
    await gateway.stop()
    await close()
  })

  test('before the first generation every path is a plain 404', async () => {
    for (const path of ['/', '/post/x/', '/404.html']) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
    }
  })

  describe('with a site', () => {
    beforeAll(async () => {
      await writeFile(join(gateway.siteRoot, 'secret.txt'), 'secret')
      await publish('_site', files)
      if (isFolder) await symlink('../../secret.txt', join(gateway.siteRoot, '_site/leak.txt'))
      await vi.waitFor(async () => expect((await get('/')).status).toBe(200), 10_000)
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
    ])('%s is rejected without a redirect', async (path) => {
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

    test('text is compressed for clients that accept it, and each encoding has its own ETag', async () => {
      const plain = await get('/long.html', { 'accept-encoding': 'identity' })
      const gzip = await get('/long.html', { 'accept-encoding': 'gzip' })
      const br = await get('/long.html', { 'accept-encoding': 'gzip, br' })
      // fetch has decompressed the bodies already.
      expect([plain, gzip, br].map(({ headers }) => headers.get('content-encoding'))).toEqual([
        null,
        'gzip',
        'br',
      ])
      for (const { text, headers } of [plain, gzip, br]) {
        expect(text).toBe(long)
        expect(headers.get('vary')).toBe('accept-encoding')
      }
      expect(new Set([plain, gzip, br].map(({ headers }) => headers.get('etag'))).size).toBe(3)
      expect(
        (await get('/long.html', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding'),
      ).toBe('gzip')
      expect(gunzipSync(await packedBody(gateway.sitePort, 'gzip')).toString()).toBe(long)
      expect(brotliDecompressSync(await packedBody(gateway.sitePort, 'br')).toString()).toBe(long)
    })

    test.each(['br', 'gzip'])(
      'If-None-Match returns 304 for a page encoded as %s, and only in that encoding',
      async (encoding) => {
        const ask = (tag: string, accepted: string) =>
          get('/long.html', { 'accept-encoding': accepted, 'if-none-match': tag })
        const { headers } = await get('/long.html', { 'accept-encoding': encoding })
        const tag = headers.get('etag') ?? ''
        expect(headers.get('content-encoding')).toBe(encoding)
        const answer = await ask(tag, encoding)
        expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', tag])
        expect(['vary', 'cache-control'].map((name) => answer.headers.get(name))).toEqual([
          'accept-encoding',
          'public, max-age=0, must-revalidate',
        ])
        expect((await ask(`W/${tag}`, encoding)).status).toBe(304)
        for (const other of ['identity', 'br', 'gzip'].filter((name) => name !== encoding))
          expect((await ask(tag, other)).status).toBe(200)
      },
    )

    test.each([
      ['/', 200, 'public, max-age=0, must-revalidate'],
      ['/about/', 200, 'public, max-age=0, must-revalidate'],
      ['/long.html', 200, 'public, max-age=0, must-revalidate'],
      ['/rss.xml', 200, 'public, max-age=0, must-revalidate'],
      ['/assets/style.css', 200, 'public, max-age=0, must-revalidate'],
      ['/nothing/', 404, 'public, max-age=0, must-revalidate'],
      ['/images/a.svg', 200, 'public, max-age=31536000, immutable'],
      ['/documents/a.txt', 200, 'public, max-age=31536000, immutable'],
      ['/about', 301, 'no-cache'],
    ])('%s (%i) has the Cache-Control %j', async (path, status, cacheControl) => {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, cacheControl])
    })

    test('supports ETag and If-None-Match, Range and If-Range', async () => {
      const tag = (await get('/about/')).headers.get('etag') ?? ''
      expect((await get('/about/', { 'if-none-match': tag })).status).toBe(304)
      const part = await get('/about/', { range: 'bytes=4-8' })
      expect([part.status, part.text, part.headers.get('content-range')]).toEqual([
        206,
        'About',
        'bytes 4-8/14',
      ])
      expect((await get('/about/', { range: 'bytes=4-8', 'if-range': '"other"' })).status).toBe(200)
      expect((await get('/about/', { range: 'bytes=99-' })).status).toBe(416)
    })

    test('a file shared with the next generation keeps its ETag', async () => {
      const { headers } = await get('/rss.xml')
      await publish('_site', { ...files, 'index.html': '<h1>Changed</h1>' })
      await vi.waitFor(async () => expect((await get('/')).text).toContain('Changed'), 10_000)
      expect((await get('/rss.xml', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
      expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
    })

    test('HEAD has the headers and no body; other methods are 405', async () => {
      const head = await get('/about/', {}, 'HEAD')
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '14', 0])
      const post = await get('/about/', {}, 'POST')
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    })

    test('images are sandboxed, and documents are attachments', async () => {
      expect((await get('/images/a.svg')).headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*sandbox/,
      )
      expect((await get('/documents/a.txt')).headers.get('content-disposition')).toBe('attachment')
      expect((await get('/')).headers.get('content-security-policy')).toBeNull()
    })

    test('cookies are neither read nor set', async () => {
      const answer = await get('/', { cookie: 'authToken=forged' })
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()).toEqual([])
    })

    test.each(['https://example.test/some/base/', '/some/base'])(
      'paths work with and without the path of the base URL %s',
      async (url) => {
        const put = (staticBaseUrl: string) =>
          gateway.ask('PUT', '/api/settings', { token: gateway.admin.token, json: { staticBaseUrl } })
        await put(url)
        onTestFinished(async () => void (await put('')))
        for (const path of ['/some/base/', '/'])
          expect((await get(path)).text, path).toBe((await get('/index.html')).text)
        expect((await get('/some/base/rss.xml')).text).toBe('<rss/>')
        const redirected = await fetch(`${gateway.siteOrigin}/some/base?x=1`, { redirect: 'manual' })
        expect([redirected.status, redirected.headers.get('location')]).toEqual([301, '/some/base/?x=1'])
        expect((await get('/some/basement/')).status).toBe(404)
        expect((await get('/some/base/../../etc')).status).toBe(404)
        await put('')
        expect((await get('/some/base/')).status).toBe(404)
      },
    )

    test('an announced release is served immediately, with another ETag', async () => {
      const before = await get('/')
      await publish('_site', { 'index.html': '<h1>Next</h1>' })
      await gateway.ask('GET', '/api/static/status', { token: gateway.admin.token })
      const after = await get('/')
      expect(after.text).toBe('<h1>Next</h1>')
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
      expect((await get('/about/')).status).toBe(404)
    })

    test('a change of staticOutputDir takes effect immediately', async () => {
      await publish('other', { 'index.html': 'Other' })
      expect((await get('/')).text).toBe('<h1>Next</h1>')
      await gateway.ask('PUT', '/api/settings', {
        token: gateway.admin.token,
        json: { staticOutputDir: 'other' },
      })
      expect((await get('/')).text).toBe('Other')
      await gateway.ask('PUT', '/api/settings', {
        token: gateway.admin.token,
        json: { staticOutputDir: 'empty' },
      })
      expect((await get('/')).status).toBe(404)
    })

    test('an unannounced release is served within 10 s, and never mixed with the previous one', async () => {
      await gateway.ask('PUT', '/api/settings', {
        token: gateway.admin.token,
        json: { staticOutputDir: '_site' },
      })
      for (let n = 1; n <= 3; n++) {
        await publish('_site', { 'index.html': `site ${n}`, [`only-${n}.html`]: 'x' })
        await vi.waitFor(async () => expect((await get('/')).text).toBe(`site ${n}`), 10_000)
        expect((await get(`/only-${n}.html`)).status).toBe(200)
        expect((await get(`/only-${n - 1}.html`)).status).toBe(404)
      }
    })

    test('large files are sent completely and in ranges', async () => {
      const large = Array.from({ length: 300_000 }, (_, n) => `${n},`).join('')
      await publish('_site', { 'index.html': 'x', 'data.bin': large })
      await gateway.ask('GET', '/api/static/status', { token: gateway.admin.token })
      expect((await get('/data.bin')).text).toBe(large)
      expect((await get('/data.bin', { range: 'bytes=-10' })).text).toBe(large.slice(-10))
      expect((await get('/data.bin', { range: 'bytes=1000000-1000009' })).text).toBe(
        large.slice(1_000_000, 1_000_010),
      )
    })
  })
}
