import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { aPage, aPost, aSite } from '../../../test/support/sites.ts'
import { type KnownAddresses, noRedirects, type RedirectRule } from '../site/redirects.ts'
import type { Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { planSite } from './plan-site.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const post = aPost('new')
const page = aPage('about')

function redirectsOf(
  site: Site,
  {
    rules = [],
    current = [],
    former = [],
    base = '',
  }: {
    rules?: RedirectRule[]
    current?: [string, string][]
    former?: [string, string][]
    base?: string
  } = {},
) {
  const addresses: KnownAddresses = { current: new Map(current), former: new Map(former) }
  const { files } = planSite(site, addressesOf(base, true, 'http://site.test'), digest, { rules, addresses })
  const file = [...files].find(({ path }) => path === '_redirects')
  return file?.type === 'text' ? String(file.text).trim().split('\n') : []
}
const rule = (from: string, to: string | null, status: RedirectRule['status'] = 301): RedirectRule => ({
  from,
  to,
  status,
})
const site = aSite({ posts: [post], pages: [page] })
const [postName, pageName] = [`post ${post.id}`, `page ${page.id}`]

describe('redirects of a site (contract.md#redirects)', () => {
  it('are not written if there are none', () => {
    const { files } = planSite(site, addressesOf('', true, 'http://site.test'), digest, noRedirects)
    expect([...files].filter(({ path }) => path.startsWith('_'))).toEqual([])
  })

  it('point from every former address to the newest one', () => {
    const former: [string, string][] = [
      ['/post/oldest/', postName],
      ['/post/older/', postName],
      ['/team/', pageName],
    ]
    expect(redirectsOf(site, { former })).toEqual([
      '/post/older/ /post/new/ 301',
      '/post/oldest/ /post/new/ 301',
      '/team/ /about/ 301',
    ])
  })

  it('include moves since the last build, except those of unpublished entries', () => {
    const current: [string, string][] = [
      [postName, '/post/old/'],
      ['post gone', '/post/gone/'],
    ]
    expect(redirectsOf(site, { current, former: [['/post/x/', 'post gone']] })).toEqual([
      '/post/old/ /post/new/ 301',
    ])
  })

  it('never replace a live page', () => {
    const rules = [rule('/about', '/elsewhere/'), rule('/post/new/index.html', '/elsewhere/')]
    expect(redirectsOf(site, { rules, former: [['/post/new/', pageName]] })).toEqual([])
  })

  it('that administrators add take precedence over aliases and former addresses', () => {
    const aliased = aSite({
      posts: [{ ...post, meta: { aliases: ['/a/', '/b/', '//evil', 3, '/x/../y'] } }],
      pages: [page],
    })
    const rules = [rule('/a/', 'https://other.test/x', 302), rule('/gone', null, 410)]
    expect(redirectsOf(aliased, { rules, former: [['/a/', pageName]] })).toEqual([
      '/a/ https://other.test/x 302',
      '/b/ /post/new/ 301',
      '/gone /404.html 410',
    ])
  })

  it('collapse chains, and drop cycles', () => {
    const rules = [rule('/1/', '/2/'), rule('/2/', '/post/old/'), rule('/c/', '/d/'), rule('/d/', '/c/')]
    expect(redirectsOf(site, { rules, former: [['/post/old/', postName]] })).toEqual([
      '/1/ /post/new/ 301',
      '/2/ /post/new/ 301',
      '/post/old/ /post/new/ 301',
    ])
  })

  it('have the base path of the site, and point from a former base path to the current one', () => {
    const rules = [rule('/old/', '/post/new/')]
    const current: [string, string][] = [[postName, '/former/post/new/']]
    expect(redirectsOf(site, { rules, current, base: 'https://x.test/base' })).toEqual([
      '/base/old/ /base/post/new/ 301',
      '/former/post/new/ /base/post/new/ 301',
    ])
  })

  it('are escaped in a map for nginx', () => {
    const rules = [rule('/%C3%A4"$x', '/a b'), rule('/t', 'https://x.test/?a="1"', 302)]
    const addresses = noRedirects.addresses
    const { files } = planSite(site, addressesOf('', true, 'http://site.test'), digest, { rules, addresses })
    const text = (path: string) =>
      [...files].flatMap((file) => (file.type === 'text' && file.path === path ? [file.text] : []))
    expect(text('_redirects.permanent.map')).toEqual(['"/ä\\"\\$x" "/a%20b";\n'])
    expect(text('_redirects.temporary.map')).toEqual(['"/t" "https://x.test/?a=%221%22";\n'])
    expect(text('_redirects')).toEqual(['/%C3%A4%22$x /a%20b 301\n/t https://x.test/?a=%221%22 302\n'])
  })
})
