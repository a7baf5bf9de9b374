/** contract.md#publication-date, contract.md#site-language-and-time-zone: the date for readers. */
import { expect, it, onTestFinished } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

const templates = {
  'templates/layout.html':
    '<html lang="{{language}}"><head></head><body>{{#each posts}}<i>{{title}} {{date publishedAt}}</i>{{/each}}{{#with post}}{{date publishedAt}} {{previous.title}}{{/with}}</body></html>',
}

/** A draft of the first day, published on the second, and a post of the second morning. */
async function siteOf(siteTimezone: string, publishedAt: string) {
  const posts = [
    aPost('late', { createdAt: '2026-03-01T08:00:00.000Z', publishedAt }),
    aPost('early', { createdAt: '2026-03-02T08:00:00.000Z', publishedAt: '2026-03-02T08:00:00.000Z' }),
  ]
  const publisher = testPublisher(
    aSourceSite({ theme: aSourceTheme(templates), posts, settings: { siteLanguage: 'de', siteTimezone } }),
  )
  onTestFinished(() => publisher.close())
  expect(await publisher.generate()).toMatchObject({ state: 'succeeded', errors: [] })
  const files = await publisher.files()
  return (path: string) => files.get(path) ?? ''
}

it.each([
  ['Europe/Berlin', '2026-03-02T22:59:59.999Z', '2. März 2026'],
  ['Europe/Berlin', '2026-03-02T23:00:00.000Z', '3. März 2026'],
  ['America/New_York', '2026-03-03T04:59:59.999Z', '2. März 2026'],
  ['America/New_York', '2026-03-03T05:00:00.000Z', '3. März 2026'],
])('in %s a draft published at %s comes first, with the date %s', async (zone, publishedAt, date) => {
  const file = await siteOf(zone, publishedAt)
  expect(file('index.html')).toContain(`<i>Title late ${date}</i><i>Title early 2. März 2026</i>`)
  const page = file('post/late/index.html')
  expect(page).toContain(`${date} Title early`)
  expect(page).toContain(`content="${publishedAt}"`)
  expect(page).toContain(`"datePublished":"${publishedAt}"`)
  const rss = file('rss.xml')
  expect(rss.indexOf('Title late')).toBeLessThan(rss.indexOf('Title early'))
  expect(rss).toContain(`<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`)
})
