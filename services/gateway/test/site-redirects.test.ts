import { label, testS3 } from '@typecase/testing/infra'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestGateway } from './gateway.ts'
import { folderStore, type SiteStore, s3Store } from './site-stores.ts'

const { skip } = await testS3()
describe.each([folderStore(), s3Store(skip)])('redirects of the site from $name', (store) => {
  describe.skipIf(store.skip)(label('', store.skip), () => redirected(store))
})

function redirected({ start, publish, close }: SiteStore): void {
  let gateway: TestGateway
  const visit = async (path: string) => {
    const { status, headers, text } = await gateway.ask('GET', gateway.siteOrigin + path)
    return [status, headers.get('location') ?? text]
  }
  const site = (redirects: string) => ({ 'index.html': 'Home', '404.html': 'Nothing', _redirects: redirects })
  beforeAll(async () => {
    gateway = await start()
    await publish(
      '_site',
      site(
        '/old/ /new/ 301\n/temp /new/?a=1 302\n/gr%C3%B6%C3%9Fe/ https://x.test/a%20b 308\n/gone/ /404.html 410\nnonsense\n',
      ),
    )
    await vi.waitFor(async () => expect((await visit('/'))[0]).toBe(200), 10_000)
  })
  afterAll(async () => {
    await gateway.stop()
    await close()
  })

  test.each([
    ['/old/', 301, '/new/'],
    ['/old', 301, '/new/'],
    ['/old/index.html', 301, '/new/'],
    ['//old/', 301, '/new/'],
    ['/old/?q=1', 301, '/new/?q=1'],
    ['/temp?q=1', 302, '/new/?a=1'],
    ['/gr%C3%B6%C3%9Fe', 308, 'https://x.test/a%20b'],
    ['/gone/', 410, 'Nothing'],
    ['/older/', 404, 'Nothing'],
    ['/', 200, 'Home'],
  ])('%s is %i %s', async (path, status, rest) => {
    expect(await visit(path)).toEqual([status, rest])
  })

  test('change with the site', async () => {
    await publish('_site', site('/old/ /newest/ 301\n'))
    await vi.waitFor(async () => expect(await visit('/old/')).toEqual([301, '/newest/']), 10_000)
    expect((await visit('/gone/'))[0]).toBe(404)
  })
}
