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
  readonly text: string
}

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** `sitemap.xml`, and its parts where one file can't hold all addresses. `base` is what absolute addresses begin with. */
export function sitemapFiles(entries: readonly SitemapEntry[], base: string, limit = sitemapLimit): readonly SitemapFile[] {
  if (entries.length <= limit) return [{ path: 'sitemap.xml', text: urlSet(entries) }]
  const parts = Array.from({ length: Math.ceil(entries.length / limit) }, (_, index) => ({
    path: `sitemap-${index + 1}.xml`,
    text: urlSet(entries.slice(index * limit, (index + 1) * limit)),
  }))
  const index = parts.map(({ path }) => `<sitemap><loc>${xmlText(`${base}/${path}`)}</loc></sitemap>\n`).join('')
  return [{ path: 'sitemap.xml', text: `${xmlHead}<sitemapindex ${namespace}>\n${index}</sitemapindex>\n` }, ...parts]
}

const urlSet = (entries: readonly SitemapEntry[]): string =>
  `${xmlHead}<urlset ${namespace}>\n${entries
    .map(
      ({ url, lastModified }) =>
        `<url><loc>${xmlText(url)}</loc>${lastModified ? `<lastmod>${xmlText(lastModified)}</lastmod>` : ''}</url>\n`,
    )
    .join('')}</urlset>\n`
