import { type ChunkedList, chunkLength } from '../chunked-list.ts'
import type { Digest } from '../planned.ts'
import { joined, utf8 } from './bytes.ts'
import { xmlHead, xmlText } from './xml.ts'

export const sitemapLimit = 50_000

export interface SitemapEntry {
  readonly url: string
  readonly lastModified: string | null
}

export interface SitemapFile {
  readonly path: string
  readonly digest: string
  readonly bytes: () => Uint8Array
}

/** A chunk of entries as encoded lines, cached while the entries stay the same. */
interface Run {
  readonly entries: readonly SitemapEntry[]
  readonly lines: Uint8Array
  readonly digest: string
}

export interface SitemapMemory {
  runs: readonly Run[]
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const opening = utf8.encode(`${xmlHead}<urlset ${namespace}>\n`)
const closing = utf8.encode('</urlset>\n')

/** Returns `sitemap.xml`. Above `sitemapLimit` entries, that file is an index of the parts that follow it. */
export function sitemapFiles(
  entries: ChunkedList<SitemapEntry>,
  {
    base,
    digest,
    memory = { runs: [] },
  }: { readonly base: string; readonly digest: Digest; readonly memory?: SitemapMemory },
): readonly SitemapFile[] {
  const before = memory.runs
  const runs = entries.chunks.map((chunk, at) => runOf(chunk, before[at], digest))
  memory.runs = runs
  if (entries.length <= sitemapLimit) return [fileOf('sitemap.xml', runs, digest)]
  const inFile = sitemapLimit / chunkLength
  const parts = Array.from({ length: Math.ceil(runs.length / inFile) }, (_, at) =>
    fileOf(`sitemap-${at + 1}.xml`, runs.slice(at * inFile, (at + 1) * inFile), digest),
  )
  const index = parts
    .map(({ path }) => `<sitemap><loc>${xmlText(`${base}/${path}`)}</loc></sitemap>\n`)
    .join('')
  const text = `${xmlHead}<sitemapindex ${namespace}>\n${index}</sitemapindex>\n`
  return [{ path: 'sitemap.xml', digest: digest(text), bytes: () => utf8.encode(text) }, ...parts]
}

function runOf(entries: readonly SitemapEntry[], before: Run | undefined, digest: Digest): Run {
  if (before?.entries === entries) return before
  const lines = entries.map(lineOf).join('')
  return { entries, lines: utf8.encode(lines), digest: digest(lines) }
}

const fileOf = (path: string, runs: readonly Run[], digest: Digest): SitemapFile => ({
  path,
  digest: digest(runs.map((run) => run.digest).join('\n')),
  bytes: () => joined([opening, ...runs.map(({ lines }) => lines), closing]),
})

function lineOf({ url, lastModified }: SitemapEntry): string {
  return `<url><loc>${xmlText(url)}</loc>${lastModified ? `<lastmod>${xmlText(lastModified)}</lastmod>` : ''}</url>\n`
}
