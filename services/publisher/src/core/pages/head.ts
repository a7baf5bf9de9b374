import type { Page, Post } from '../site/site.ts'
import { cardPath, cardSize } from './card-path.ts'
import { accentStyle } from './models/accent.ts'
import type { AuthorModel } from './models/authors.ts'
import type { Context } from './models/context.ts'
import { escapeHtml, scriptJson } from './models/html.ts'
import { siteIdentity } from './models/site-identity.ts'
import type { HeadFacts, PageData } from './planned.ts'

export interface HeadSite {
  readonly title: string
  readonly description: string
  readonly absoluteUrl: string
  readonly basePath: string
  readonly absoluteBase: string
  readonly icon: string | null
  readonly accentColor: string | null
}

export type HeadSubject = Pick<
  PageData,
  | ('kind' | 'title' | 'seoTitle' | 'description' | 'canonical' | 'post' | 'page' | 'author')
  | ('taxonomy' | 'breadcrumbs' | 'language' | 'alternates')
>

export const headSite = (context: Context): HeadSite => {
  const { settings } = context.site
  const { icon, accentColor } = siteIdentity(context)
  return {
    title: settings.siteTitle,
    description: settings.siteDescription,
    absoluteUrl: context.absoluteUrl({ kind: 'home', page: 1 }),
    basePath: context.addresses.basePath,
    absoluteBase: context.addresses.absoluteBase,
    icon,
    accentColor,
  }
}

const noFacts: HeadFacts = { image: null, noindex: false }

export function headFacts(context: Context, entry: Post | Page | null): HeadFacts {
  if (!entry) return noFacts
  const image = headImage(context, entry)
  const noindex = entry.seo?.noindex ?? false
  return image || noindex ? { image, noindex } : noFacts
}

function headImage({ resolveAbsolute, site, addresses }: Context, entry: Post | Page): HeadFacts['image'] {
  const image = entry.seo?.image ?? entry.featuredImage
  if (image) return { url: resolveAbsolute(image.url), alt: image.alt }
  const card = cardPath(site.settings, entry)
  return card === undefined
    ? null
    : { url: `${addresses.absoluteBase}/${card}`, alt: entry.title, size: cardSize }
}

/** Creates the HTML of a head. Also runs in renderer processes. */
export function headHtml(site: HeadSite, subject: HeadSubject, { image, noindex }: HeadFacts): string {
  const canonical = subject.kind === '404' ? null : subject.canonical
  const lines = [
    subject.description ? meta('name', 'description', subject.description) : '',
    noindex || canonical === null ? meta('name', 'robots', 'noindex') : '',
    canonical === null ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...languageLinks(subject.alternates),
    ...feedLinks(site, subject),
    ...identityLines(site),
    meta('property', 'og:type', typeOf(subject)),
    meta('property', 'og:title', subject.seoTitle ?? subject.title),
    subject.description ? meta('property', 'og:description', subject.description) : '',
    canonical === null ? '' : meta('property', 'og:url', canonical),
    meta('property', 'og:site_name', site.title),
    image ? meta('property', 'og:image', image.url) : '',
    ...(image?.size
      ? [
          meta('property', 'og:image:width', `${image.size.width}`),
          meta('property', 'og:image:height', `${image.size.height}`),
        ]
      : []),
    image?.alt ? meta('property', 'og:image:alt', image.alt) : '',
    subject.post ? meta('property', 'article:published_time', subject.post.publishedAt) : '',
    subject.post ? meta('property', 'article:modified_time', subject.post.updatedAt) : '',
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...linkedData(site, subject, image?.url ?? null).map(
      (data) => `<script type="application/ld+json">${scriptJson(data)}</script>`,
    ),
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

/** Links to the translations of a page. The original is first and also the default for other languages. */
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

function identityLines({ icon, accentColor, basePath }: HeadSite): readonly string[] {
  const file = (name: string) => escapeHtml(`${basePath}/${name}`)
  const icons = [
    `<link rel="icon" href="${file('favicon.ico')}" sizes="32x32">`,
    `<link rel="icon" href="${file('icon-192.png')}" type="image/png" sizes="192x192">`,
    `<link rel="apple-touch-icon" href="${file('apple-touch-icon.png')}">`,
    `<link rel="manifest" href="${file('site.webmanifest')}">`,
  ]
  const colors =
    accentColor === null ? [] : [meta('name', 'theme-color', accentColor), accentStyle(accentColor)]
  return [...(icon === null ? [] : icons), ...colors]
}

/** Links to the feeds of the site and, on a page of a term or author, to the feeds of that term or author. */
function feedLinks({ title, basePath }: HeadSite, { taxonomy, author }: HeadSubject): readonly string[] {
  const links = (folder: string, name: string) =>
    feedTypes.map(([type, file]) => {
      const href = escapeHtml(`${basePath}/${folder}${file}`)
      return `<link rel="alternate" type="${type}" title="${escapeHtml(name)}" href="${href}">`
    })
  return [
    // The page of an author has the taxonomy `author` too.
    ...(taxonomy && !author
      ? links(`${taxonomy.type}/${taxonomy.slug}/`, `${taxonomy.name} – ${title}`)
      : []),
    ...(author ? links(`author/${author.slug}/`, `${author.name} – ${title}`) : []),
    ...links('', title),
  ]
}

const feedTypes = [
  ['application/rss+xml', 'rss.xml'],
  ['application/atom+xml', 'atom.xml'],
  ['application/feed+json', 'feed.json'],
] as const

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
      description: subject.description,
      datePublished: post.publishedAt,
      dateModified: post.updatedAt,
      ...writtenBy(post.authors),
      ...(subject.language ? { inLanguage: subject.language } : {}),
      mainEntityOfPage: subject.canonical,
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
