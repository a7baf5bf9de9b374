/** Reads fields for search engines by their names in other systems. */
import type { KnownMetadata } from '../model.ts'
import { compact, textOf } from './values.ts'

type Raw = Readonly<Record<string, unknown>>
export type SearchFields = Pick<KnownMetadata, 'seoTitle' | 'metaDescription' | 'canonicalUrl' | 'noindex'>

/** Names of fields that become a field for search engines. */
export const searchNames = [
  'seoTitle',
  'seo_title',
  'metaTitle',
  'meta_title',
  'metaDescription',
  'meta_description',
  'seoDescription',
  'seo_description',
  'canonicalUrl',
  'canonicalURL',
  'canonical_url',
  'canonical',
  'noindex',
] as const

/** Maximum characters (contract.md#search-and-social-fields). */
const most = { title: 300, description: 1000 }

/** Reads the fields; omits or truncates values that the API would refuse. */
export function searchFields(raw: Raw): SearchFields {
  const canonical = textOf(raw.canonicalUrl ?? raw.canonicalURL ?? raw.canonical_url ?? raw.canonical)
  return compact({
    seoTitle: within(raw.seoTitle ?? raw.seo_title ?? raw.metaTitle ?? raw.meta_title, most.title),
    metaDescription: within(
      raw.metaDescription ?? raw.meta_description ?? raw.seoDescription ?? raw.seo_description,
      most.description,
    ),
    canonicalUrl: canonical && /^https?:\/\/[^\s/]/i.test(canonical) ? canonical : undefined,
    noindex: raw.noindex === true || raw.noindex === 'true' ? true : undefined,
  }) as SearchFields
}

function within(value: unknown, length: number): string | undefined {
  const text = textOf(value)?.trim()
  return text ? [...text].slice(0, length).join('') : undefined
}
