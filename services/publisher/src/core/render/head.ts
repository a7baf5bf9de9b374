/** What every page carries in its `<head>`: description, canonical link, feed, Open Graph and JSON-LD. */

import type { Breadcrumb } from './breadcrumbs.ts'
import type { Context } from './context.ts'
import type { PageModel, PostModel } from './entry-models.ts'
import { escapeHtml, scriptJson } from './html.ts'

export interface HeadSubject {
  readonly title: string
  readonly description: string
  /** Null where no search engine should keep the page. */
  readonly canonical: string | null
  readonly post: PostModel | null
  readonly page: PageModel | null
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly home: boolean
}

export function headHtml(context: Context, subject: HeadSubject): string {
  const { settings } = context.site
  const image = (subject.post ?? subject.page)?.featuredImage
  const imageUrl = image
    ? context.resolveAbsolute(image.url.slice(image.url.startsWith('/') ? context.addresses.basePath.length : 0))
    : undefined
  const lines = [
    subject.description ? meta('name', 'description', subject.description) : '',
    subject.canonical === null ? meta('name', 'robots', 'noindex') : `<link rel="canonical" href="${escapeHtml(subject.canonical)}">`,
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(settings.siteTitle)}" href="${escapeHtml(`${context.addresses.basePath}/rss.xml`)}">`,
    meta('property', 'og:type', subject.post ? 'article' : 'website'),
    meta('property', 'og:title', subject.title),
    subject.description ? meta('property', 'og:description', subject.description) : '',
    subject.canonical === null ? '' : meta('property', 'og:url', subject.canonical),
    meta('property', 'og:site_name', settings.siteTitle),
    imageUrl ? meta('property', 'og:image', imageUrl) : '',
    image?.alt ? meta('property', 'og:image:alt', image.alt) : '',
    subject.post ? meta('property', 'article:published_time', subject.post.createdAt) : '',
    subject.post ? meta('property', 'article:modified_time', subject.post.updatedAt) : '',
    meta('name', 'twitter:card', imageUrl ? 'summary_large_image' : 'summary'),
    ...linkedData(context, subject, imageUrl).map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`

function linkedData(context: Context, subject: HeadSubject, image: string | undefined): readonly object[] {
  const { settings } = context.site
  const site = context.absoluteUrl({ kind: 'home', page: 1 })
  const found: object[] = []
  if (subject.home) found.push({ '@type': 'WebSite', name: settings.siteTitle, description: settings.siteDescription, url: site })
  if (subject.post) {
    const { post } = subject
    found.push({
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.createdAt,
      dateModified: post.updatedAt,
      ...(post.author ? { author: { '@type': 'Person', name: post.author } } : {}),
      mainEntityOfPage: post.absoluteUrl,
      ...(image ? { image } : {}),
    })
  }
  if (subject.breadcrumbs.length > 1) {
    const items = subject.breadcrumbs.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: context.addresses.absoluteBase + url.slice(context.addresses.basePath.length),
    }))
    found.push({ '@type': 'BreadcrumbList', itemListElement: items })
  }
  return found.map((data) => ({ '@context': 'https://schema.org', ...data }))
}
