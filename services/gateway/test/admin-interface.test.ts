import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let folder: string
let gateway: TestGateway

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typecase-admin-'))
  gateway = await startGateway({ adminFolder: join(folder, 'built') })
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

const script = `console.log(${JSON.stringify('a long enough script '.repeat(40))})`

async function fill(): Promise<void> {
  await mkdir(join(folder, 'built/assets'), { recursive: true })
  await writeFile(join(folder, 'built/index.html'), '<meta nonce="__NONCE__"><div id="root"></div>')
  await writeFile(join(folder, 'built/assets/index-1a2b.js'), script)
  await writeFile(join(folder, 'built/assets/index-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'built/assets/index-1a2b.js.gz'), gzipSync(script))
}

/** Sends the path unchanged: `fetch` would normalize the dots. */
const askRaw = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(gateway.origin)
    get({ hostname, port, path }, (response) => text(response).then(resolve, reject)).once('error', reject)
  })

describe('the web interface', () => {
  it('shows the state of its build, and then the interface, without a restart', async () => {
    const before = await gateway.ask('GET', '/admin')
    expect(before.status).toBe(503)
    expect(before.text).toContain('is being built')
    expect(before.headers.get('refresh')).toBe('2')
    await mkdir(join(folder, 'built'))
    await writeFile(join(folder, 'built/failed'), '')
    expect((await gateway.ask('GET', '/admin')).text).toContain('could not be built')
    await fill()
    expect((await gateway.ask('GET', '/admin')).status).toBe(200)
  })

  it('serves the same document for every screen, with a new nonce in its policy', async () => {
    await fill()
    const nonces = new Set<string>()
    for (const path of ['/admin', '/admin/', '/admin/posts/0193f1c2', '/admin/posts/new']) {
      const { status, text: page, headers } = await gateway.ask('GET', path)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      const nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? ''
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`'nonce-${nonce}'`)
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(4)
  })

  it('serves a preview frame that blocks scripts and that only the interface may embed', async () => {
    await fill()
    const { status, headers } = await gateway.ask('GET', '/admin/preview-frame')
    expect(status).toBe(200)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    const policy = headers.get('content-security-policy') ?? ''
    const frames =
      'frame-src https://www.youtube-nocookie.com https://www.youtube.com https://youtube.com https://player.vimeo.com;'
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'self'",
      "form-action 'none'",
      "script-src 'none'",
      frames,
    ])
      expect(policy).toContain(part)
    // Embedded players need scripts. The sandbox permits them, but the policy permits no scripts of the page.
    expect(policy).toContain('sandbox allow-same-origin allow-scripts')
    expect(policy.match(/script-src [^;]*/g)).toEqual(["script-src 'none'"])
  })

  it('serves immutable assets, compressed if accepted', async () => {
    await fill()
    const path = '/admin/assets/index-1a2b.js'
    const packed = await gateway.ask('GET', path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('cache-control')).toContain('immutable')
    expect(packed.headers.get('content-type')).toContain('text/javascript')
    expect(packed.text).toBe(script)
    const zipped = await gateway.ask('GET', path, { headers: { 'accept-encoding': 'gzip' } })
    expect([zipped.headers.get('content-encoding'), zipped.text]).toEqual(['gzip', script])
    const plain = await gateway.ask('GET', path, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.text).toBe(script)
    expect((await gateway.ask('HEAD', path)).text).toBe('')
  })

  it('serves no file outside of its folder', async () => {
    await fill()
    for (const file of ['secret.js', 'secret.svg']) await writeFile(join(folder, file), 'secret')
    for (const path of [
      '/admin/assets/../../secret.js',
      '/admin/assets/%2e%2e/%2e%2e/secret.js',
      '/admin/..%2fsecret.js',
      '/admin/../secret.svg',
      '/admin/assets/gone.js',
    ])
      expect([path, await askRaw(path)]).not.toEqual([path, 'secret'])
    expect((await gateway.ask('GET', '/admin/assets/gone.js')).status).toBe(404)
    expect((await gateway.ask('GET', `/admin/assets/${'x'.repeat(5000)}.js`)).status).toBe(404)
    expect((await gateway.ask('POST', '/admin')).status).toBe(405)
  })

  it('reports that it is disabled', async () => {
    const without = await startGateway()
    const { status, text: page } = await without.ask('GET', '/admin')
    expect(status).toBe(404)
    expect(page).toContain('ADMIN_DIR')
    await without.stop()
  })
})
