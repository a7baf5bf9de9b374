import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { elementsOf } from '../../../../test/support/xml.ts'
import { ChunkedList } from '../chunked-list.ts'
import {
  type SitemapEntry,
  type SitemapFile,
  type SitemapMemory,
  sitemapFiles,
  sitemapLimit,
} from './sitemap.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const base = 'https://x.test'
const textOf = (file: SitemapFile | undefined) => Buffer.from(file?.bytes() ?? []).toString()
const entry = (n: number, lastModified: string | null = null) => ({ url: `${base}/${n}/`, lastModified })

it('the sitemap is split into files with an index (contract.md#feed-and-sitemap)', () => {
  const entries = Array.from({ length: sitemapLimit + 1 }, (_, n) => entry(n))
  const files = sitemapFiles(ChunkedList.of(entries), { base, digest })
  expect(files.map(({ path }) => path)).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml'])
  expect(
    elementsOf(textOf(files[0]))
      .filter(({ name }) => name === 'loc')
      .map(({ text }) => text),
  ).toEqual(['https://x.test/sitemap-1.xml', 'https://x.test/sitemap-2.xml'])
  expect(sitemapFiles(ChunkedList.of(entries.slice(1)), { base, digest })).toHaveLength(1)
})

it('the sitemap is the same with and without the cache, after changes', () => {
  const memory: SitemapMemory = { runs: [] }
  const items = Array.from({ length: 1_700 }, (_, n) => entry(n))
  const all = ChunkedList.of(items)
  for (const entries of [
    all,
    all.with(new Map([[700, entry(700, '2026-01-01T00:00:00.000Z')]])),
    ChunkedList.of(items.toSpliced(3, 0, entry(9_999))),
    ChunkedList.of(items.slice(0, 600)),
    ChunkedList.of<SitemapEntry>([]),
    all,
  ]) {
    const [file] = sitemapFiles(entries, { base, digest, memory })
    const [fresh] = sitemapFiles(entries, { base, digest })
    expect([file?.digest, textOf(file)]).toEqual([fresh?.digest, textOf(fresh)])
    expect(elementsOf(textOf(file)).filter(({ name }) => name === 'url')).toHaveLength(entries.length)
  }
})
