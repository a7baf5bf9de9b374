import type { AuthorModel } from './models/authors.ts'
import type { Context } from './models/context.ts'
import { escapeHtml, scriptJson } from './models/html.ts'
import type { PageData } from './planned.ts'

export interface HeadSite {
  readonly title: string
  readonly description: string
  readonly absoluteUrl: string
  readonly basePath: string
  readonly absoluteBase: string
}

export type HeadSubject = Pick<
  PageData,
  | ('kind' | 'title' | 'description' | 'canonical' | 'post' | 'page' | 'author' | 'breadcrumbs')
  | ('language' | 'alternates')
>

export const headSite = ({ site: { settings }, addresses, absoluteUrl }: Context): HeadSite => ({
  title: settings.siteTitle,
  description: settings.siteDescription,
  absoluteUrl: absoluteUrl({ kind: 'home', page: 1 }),
  basePath: addresses.basePath,
  absoluteBase: addresses.absoluteBase,
})

export function headImage(
  { addresses, resolveAbsolute }: Context,
  { post, page }: Pick<HeadSubject, 'post' | 'page'>,
): string | null {
  const url = (post ?? page)?.featuredImage?.url
  return url === undefined
    ? null
    : resolveAbsolute(url.slice(url.startsWith('/') ? addresses.basePath.length : 0))
}

/** Also runs in renderers. */
export function headHtml(site: HeadSite, subject: HeadSubject, imageUrl: string | null): string {
  const image = (subject.post ?? subject.page)?.featuredImage
  // Search engines should not index it.
  const canonical = subject.kind === '404' ? null : subject.canonical
  const lines = [
    subject.description ? meta('name', 'description', subject.description) : '',
    canonical === null
      ? meta('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...languageLinks(subject.alternates),
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(site.title)}" href="${escapeHtml(`${site.basePath}/rss.xml`)}">`,
    meta('property', 'og:type', typeOf(subject)),
    meta('property', 'og:title', subject.title),
    subject.description ? meta('property', 'og:description', subject.description) : '',
    canonical === null ? '' : meta('property', 'og:url', canonical),
    meta('property', 'og:site_name', site.title),
    imageUrl ? meta('property', 'og:image', imageUrl) : '',
    image?.alt ? meta('property', 'og:image:alt', image.alt) : '',
    subject.post ? meta('property', 'article:published_time', subject.post.publishedAt) : '',
    subject.post ? meta('property', 'article:modified_time', subject.post.updatedAt) : '',
    meta('name', 'twitter:card', imageUrl ? 'summary_large_image' : 'summary'),
    ...linkedData(site, subject, imageUrl).map(
      (data) => `<script type="application/ld+json">${scriptJson(data)}</script>`,
    ),
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

/** The original, which is first, is also for readers of other languages. */
function languageLinks(alternates: HeadSubject['alternates']): readonly string[] {
  const [original] = alternates
  if (!original) return []
  return [...alternates, { ...original, language: 'x-default' }].map(
    ({ language, absoluteUrl }) =>
      `<link rel="alternate" hreflang="${escapeHtml(language)}" href="${escapeHtml(absoluteUrl)}">`,
  )
}

function typeOf({ post, author }: HeadSubject): string {
  if (post) return 'article'
  return author ? 'profile' : 'website'
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`

function linkedData(site: HeadSite, subject: HeadSubject, image: string | null): readonly object[] {
  const found: object[] = []
  if (subject.kind === 'home')
    found.push({ '@type': 'WebSite', name: site.title, description: site.description, url: site.absoluteUrl })
  if (subject.post) {
    const { post } = subject
    found.push({
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.publishedAt,
      dateModified: post.updatedAt,
      ...writtenBy(post.authors),
      ...(subject.language ? { inLanguage: subject.language } : {}),
      mainEntityOfPage: post.absoluteUrl,
      ...(image ? { image } : {}),
    })
  }
  if (subject.author) found.push(profilePage(site, subject.author))
  if (subject.breadcrumbs.length > 1) {
    const items = subject.breadcrumbs.map(({ title, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: site.absoluteBase + url.slice(site.basePath.length),
    }))
    found.push({ '@type': 'BreadcrumbList', itemListElement: items })
  }
  return found.map((data) => ({ '@context': 'https://schema.org', ...data }))
}

function writtenBy(authors: readonly AuthorModel[]): object {
  const persons = authors.map(({ name, absoluteUrl: url }) => ({ '@type': 'Person', name, url }))
  if (persons.length === 0) return {}
  return { author: persons.length === 1 ? persons[0] : persons }
}

function profilePage(site: HeadSite, { name, absoluteUrl, bio, avatar, links }: AuthorModel): object {
  const sameAs = links.map(({ url }) => url).filter((url) => /^https?:/i.test(url))
  const image = avatar && site.absoluteBase + avatar.url.slice(site.basePath.length)
  const person = {
    '@type': 'Person',
    name,
    url: absoluteUrl,
    ...(bio ? { description: bio } : {}),
    ...(image ? { image } : {}),
    ...(sameAs.length > 0 ? { sameAs } : {}),
  }
  return { '@type': 'ProfilePage', mainEntity: person }
}
