import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { guardedDownload, type Resolve } from './guarded-download.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** A local server that counts its connections. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  servers.push(server)
  const seen = { connections: 0, headers: [] as IncomingMessage['headers'][] }
  server.on('connection', () => seen.connections++)
  server.on('request', ({ headers }) => seen.headers.push(headers))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, seen }
}

const options = { milliseconds: 2000, maxBytes: 1000 }
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('a download', () => {
  it('connects to the trusted host, even at a private address', async () => {
    const { origin, seen } = await listen((_, response) => response.end('hello'))
    expect(text(await guardedDownload(origin)(new URL(`${origin}/x`), options))).toBe('hello')
    expect(Object.keys(seen.headers[0] ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  it('refuses addresses of this machine in any notation, except those of the trusted host', async () => {
    const { port, seen } = await listen((_, response) => response.end('secret'))
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '１２７.0.0.1',
      'localhost',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ]
    for (const host of hosts)
      await expect(
        guardedDownload('http://market.test')(new URL(`http://${host}:${port}/`), options),
        host,
      ).rejects.toThrow('not on the public internet')
    expect(seen.connections).toBe(0)
  })

  it('treats another port of the trusted host as untrusted', async () => {
    const [named, other] = [
      await listen((_, response) => response.end()),
      await listen((_, response) => response.end()),
    ]
    await expect(guardedDownload(named.origin)(new URL(other.origin), options)).rejects.toThrow(
      'not on the public internet',
    )
    expect(other.seen.connections).toBe(0)
  })

  it('rejects a host if one of its addresses is private', async () => {
    const resolve: Resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    await expect(guardedDownload(undefined, resolve)(new URL('http://mixed.test/'), options)).rejects.toThrow(
      'not on the public internet',
    )
  })

  it('connects to the address that was checked, without a second DNS lookup', async () => {
    const { port, seen } = await listen((_, response) => response.end('pinned'))
    let lookups = 0
    const resolve: Resolve = async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    expect(
      text(
        await guardedDownload(`http://rebinding.test:${port}`, resolve)(
          new URL(`http://rebinding.test:${port}/`),
          options,
        ),
      ),
    ).toBe('pinned')
    expect([lookups, seen.headers[0]?.host]).toEqual([1, `rebinding.test:${port}`])
  })

  it('follows redirects and checks each target', async () => {
    const inner = await listen((_, response) => response.end('secret'))
    const { origin, seen } = await listen((request, response) => {
      if (request.url === '/good') response.writeHead(302, { location: '/there' }).end()
      else if (request.url === '/there') response.end('moved')
      else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (request.url === '/inner') response.writeHead(307, { location: inner.origin }).end()
      else response.writeHead(302, { location: '/loop' }).end()
    })
    const download = guardedDownload(origin)
    expect(text(await download(new URL(`${origin}/good`), options))).toBe('moved')
    await expect(download(new URL(`${origin}/inner`), options)).rejects.toThrow('not on the public internet')
    await expect(download(new URL(`${origin}/file`), options)).rejects.toThrow('not supported')
    const before = seen.headers.length
    await expect(download(new URL(`${origin}/loop`), options)).rejects.toThrow('too many redirects')
    expect(seen.headers.length - before).toBe(4)
    expect(inner.seen.connections).toBe(0)
  })

  it('fails if the response is too large, too slow, compressed or not 200', async () => {
    const { origin } = await listen((request, response) => {
      if (request.url === '/large') response.end('x'.repeat(1001))
      else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
      else if (request.url === '/slow') response.write('x')
      else response.writeHead(404).end()
    })
    const download = guardedDownload(origin)
    await expect(download(new URL(`${origin}/large`), options)).rejects.toThrow('larger than 1000 bytes')
    await expect(download(new URL(`${origin}/packed`), options)).rejects.toThrow('encoding')
    await expect(download(new URL(`${origin}/slow`), { ...options, milliseconds: 200 })).rejects.toThrow()
    await expect(download(new URL(`${origin}/missing`), options)).rejects.toMatchObject({ status: 404 })
  })

  it('rejects URLs with credentials or other schemes', async () => {
    const download = guardedDownload(undefined)
    for (const url of ['ftp://example.test/', 'file:///etc/passwd', 'data:,x'])
      await expect(download(new URL(url), options), url).rejects.toThrow('is not supported')
    for (const url of [
      'http://user:pass@example.test/',
      'http://user@example.test/',
      'https://:pass@example.test/',
    ])
      await expect(download(new URL(url), options), url).rejects.toThrow('contains credentials')
  })
})
