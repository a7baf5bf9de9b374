import { xmlHead, xmlText } from './xml.ts'

/** The protocol's limit for one file; beyond it the sitemap becomes an index (D12.8). */
export const sitemapLimit = 50_000

export interface SitemapEntry {
  /** Absolute. */
  readonly url: string
  readonly lastModified: string | null
}

export interface SitemapFile {
  readonly path: string
  /** Equal keys mean equal texts. */
  readonly key: string
  /** Made when it is asked for. */
  readonly text: string
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** `sitemap.xml`, and its parts where one file can't hold all addresses. `base` is what absolute addresses begin with. */
export function sitemapFiles(entries: readonly SitemapEntry[], base: string, limit = sitemapLimit): readonly SitemapFile[] {
  if (entries.length <= limit) return [part('sitemap.xml', entries)]
  const parts = Array.from({ length: Math.ceil(entries.length / limit) }, (_, index) =>
    part(`sitemap-${index + 1}.xml`, entries.slice(index * limit, (index + 1) * limit)),
  )
  const index = parts.map(({ path }) => `<sitemap><loc>${xmlText(`${base}/${path}`)}</loc></sitemap>\n`).join('')
  const text = `${xmlHead}<sitemapindex ${namespace}>\n${index}</sitemapindex>\n`
  return [{ path: 'sitemap.xml', key: text, text }, ...parts]
}

const part = (path: string, entries: readonly SitemapEntry[]): SitemapFile => ({
  path,
  get key() {
    return entries.map(({ url, lastModified }) => `${url} ${lastModified}`).join('\n')
  },
  get text() {
    return `${xmlHead}<urlset ${namespace}>\n${entries.map(lineOf).join('')}</urlset>\n`
  },
})

const lines = new WeakMap<SitemapEntry, string>()

/** Most entries of one sitemap are those of the one before. */
function lineOf(entry: SitemapEntry): string {
  const known = lines.get(entry)
  if (known !== undefined) return known
  const { url, lastModified } = entry
  const line = `<url><loc>${xmlText(url)}</loc>${lastModified ? `<lastmod>${xmlText(lastModified)}</lastmod>` : ''}</url>\n`
  lines.set(entry, line)
  return line
}
