import { defaultPermalinks } from '@typecase/kernel'
import { expect, it } from 'vitest'
import { aPage, aPost } from '../../../../test/support/sites.ts'
import { routeOfEntry } from './permalinks.ts'
import { fileOf, pathOf } from './routes.ts'

const late = aPost('hello', {
  createdAt: '2026-03-01T08:00:00.000Z',
  publishedAt: '2026-12-31T23:30:00.000Z',
  category: 'Größe & Co',
})
const under = (permalinkPost: string, siteTimezone = 'UTC') => ({
  ...defaultPermalinks,
  permalinkPost,
  siteTimezone,
})

it.each([
  ['/post/{slug}/', 'UTC', '/post/hello/'],
  ['/{slug}/', 'UTC', '/hello/'],
  ['/{year}/{month}/{day}/{slug}/', 'UTC', '/2026/12/31/hello/'],
  ['/{year}/{month}/{day}/{slug}/', 'Asia/Tokyo', '/2027/01/01/hello/'],
  ['/blog/{category}/{slug}.html/', 'UTC', '/blog/grosse-co/hello.html/'],
  ['/p/{id}/', 'UTC', `/p/${late.id}/`],
])('the pattern %s in the time zone %s becomes %s', (pattern, zone, path) => {
  expect(pathOf(routeOfEntry(late, under(pattern, zone)), true)).toBe(path)
})

it('a post without a category has the category uncategorized in its address', () => {
  expect(pathOf(routeOfEntry(aPost('a'), under('/{category}/{slug}/')), true)).toBe('/uncategorized/a/')
})

it('permalinks support the traditional style', () => {
  const route = routeOfEntry(late, under('/{year}/{slug}/'))
  expect([pathOf(route, false), fileOf(route, false)]).toEqual(['/2026/hello.html', '2026/hello.html'])
})

it('custom pages keep the address of their hierarchy', () => {
  const permalinks = { ...under('/{slug}/'), permalinkPage: '/p/{slug}/' }
  expect(pathOf(routeOfEntry(aPage('a/b'), permalinks), true)).toBe('/a/b/')
  expect(pathOf(routeOfEntry(aPage('a', { type: 'normal' }), permalinks), true)).toBe('/p/a/')
})
