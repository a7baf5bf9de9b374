import { expect, it } from 'vitest'
import { elementsOf } from '../../../test/support/xml.ts'
import { sitemapFiles, sitemapLimit } from './sitemap.ts'

it('is split behind an index once one file is full (D12.8)', () => {
  const entries = Array.from({ length: sitemapLimit + 1 }, (_, n) => ({ url: `https://x.test/${n}/`, lastModified: null }))
  const files = sitemapFiles(entries, 'https://x.test')
  expect(files.map(({ path }) => path)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml'])
  expect(
    elementsOf(files[0]?.text ?? '')
      .filter(({ name }) => name === 'loc')
      .map(({ text }) => text),
  ).toEqual(['https://x.test/sitemap-1.xml', 'https://x.test/sitemap-2.xml'])
  expect(sitemapFiles(entries.slice(1), 'https://x.test')).toHaveLength(1)
})
