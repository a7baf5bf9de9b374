/** A small sample site: every kind of page, once with all values and once with as few as possible. */
import type { PageMessage, SiteMessage } from './protocol.ts'

export interface SamplePage {
  /** The page is rendered by the first of these that the theme has (docs/themes.md). */
  readonly templates: readonly string[]
  readonly model: Readonly<Record<string, unknown>>
}

const layouts = ['templates/layout.html', 'layout.html']
const day = '2026-01-02T03:04:05.000Z'
const term = { name: 'News', slug: 'news', url: '/category/news/' }
const link = { title: 'Other', url: '/post/other/' }

const byline = { name: 'Ann', slug: 'ann', url: '/author/ann/' }
const author = {
  ...byline,
  absoluteUrl: 'http://site.test/author/ann/',
  bio: 'Who she is.',
  avatar: {
    ...{ url: '/images/ann.png', alt: '', width: 400, height: 400 },
    srcset: '/images/ann.320w.png 320w, /images/ann.png 400w',
    sizes: '(min-width: 400px) 400px, 100vw',
    sources: [{ type: 'image/webp', srcset: '/images/ann.320w.webp 320w' }],
  },
  links: [{ title: 'Elsewhere', url: 'https://example.org/ann' }],
}
const bareAuthor = { ...author, bio: null, avatar: null, links: [] }

const inEnglish = { language: 'en', direction: 'ltr', name: 'English', url: '/post/a-title/' }
const alternates = [
  { ...inEnglish, absoluteUrl: 'http://site.test/post/a-title/', current: false },
  {
    ...{ ...inEnglish, language: 'de', name: 'Deutsch', url: '/post/ein-titel/' },
    absoluteUrl: 'http://site.test/post/ein-titel/',
    current: true,
  },
]

const summary = {
  id: '01900000-0000-7000-8000-000000000001',
  title: 'A title',
  slug: 'a-title',
  url: '/post/a-title/',
  absoluteUrl: 'http://site.test/post/a-title/',
  subtitle: 'A subtitle',
  excerpt: 'How it begins.',
  createdAt: day,
  updatedAt: day,
  publishedAt: day,
  featuredImage: { url: '/images/a.png', alt: 'A picture', caption: 'A caption', width: 1200, height: 800 },
  image: {
    ...{ url: '/images/a.png', alt: 'A picture', width: 1200, height: 800 },
    srcset: '/images/a.320w.png 320w, /images/a.png 1200w',
    sizes: '(min-width: 1200px) 1200px, 100vw',
    sources: [{ type: 'image/webp', srcset: '/images/a.320w.webp 320w' }],
  },
  meta: {},
  author: 'Ann',
  language: 'de',
  authors: [byline],
  category: term,
  tags: [{ name: 'Paper', slug: 'paper', url: '/tag/paper/' }],
  readingMinutes: 3,
}
const bareSummary = {
  ...summary,
  subtitle: null,
  excerpt: '',
  featuredImage: null,
  image: null,
  author: '',
  language: null,
  authors: [],
  category: null,
  tags: [],
}

const body = {
  content: '<p>A body.</p>',
  headings: [
    { level: 2, text: 'First', id: 'first' },
    { level: 3, text: 'Second', id: 'second' },
  ],
}
const post = {
  ...summary,
  ...body,
  authors: [author],
  related: [summary, bareSummary],
  previous: link,
  next: link,
}
const barePost = { ...bareSummary, content: '', headings: [], related: [], previous: null, next: null }

const {
  author: _author,
  authors: _authors,
  category: _category,
  tags: _tags,
  readingMinutes: _minutes,
  ...entry
} = summary
const page = {
  ...entry,
  ...body,
  url: '/a/b/',
  type: 'custom',
  parent: { title: 'A', url: '/a/' },
  children: [link],
}
const barePage = {
  ...page,
  type: 'normal',
  url: '/page/b/',
  subtitle: null,
  excerpt: '',
  featuredImage: null,
  image: null,
  content: '',
  headings: [],
  parent: null,
  children: [],
}

const pagination = {
  page: 2,
  pages: 3,
  total: 5,
  perPage: 2,
  previous: '/blog/',
  next: '/blog/page/3/',
  first: '/blog/',
  last: '/blog/page/3/',
  items: [
    { number: 1, url: '/blog/', current: false },
    { number: 2, url: '/blog/page/2/', current: true },
    { gap: true },
    { number: 3, url: '/blog/page/3/', current: false },
  ],
}
const onlyPage = {
  ...pagination,
  page: 1,
  pages: 1,
  total: 0,
  previous: null,
  next: null,
  items: [{ number: 1, url: '/blog/', current: true }],
}

const home = { title: 'Home', url: '/', current: false }
const nothing = {
  title: 'A title',
  seoTitle: null,
  description: 'A description',
  content: '',
  breadcrumbs: [home, { title: 'A title', url: '/a/', current: true }],
  post: null,
  page: null,
  taxonomy: null,
  author: null,
  posts: [] as readonly object[],
  pagination: null,
  sections: [] as readonly object[],
  alternates: [] as readonly object[],
  head: '<link rel="canonical" href="http://site.test/">',
}

function sample(
  kind: string,
  url: string,
  templates: readonly string[],
  changes: Readonly<Record<string, unknown>>,
): SamplePage {
  return {
    templates: [...templates, ...layouts],
    model: { ...nothing, kind, url, canonical: `http://site.test${url}`, ...changes },
  }
}

const lists = {
  full: { posts: [summary, bareSummary], pagination },
  empty: { posts: [], pagination: onlyPage },
}
const counted = (type: 'category' | 'tag' | 'author') => ({ taxonomy: { type, ...term, count: 2 } })
const sections = [{ title: 'Pages', items: [{ ...link, children: [{ ...link, children: [] }] }] }]

export const samplePages: readonly SamplePage[] = [
  ...[lists.full, lists.empty].flatMap((list) => [
    sample('home', '/', ['custom/homepage.html', 'templates/home.html', 'templates/index.html'], {
      ...list,
      breadcrumbs: [],
    }),
    sample('blog', '/blog/', ['custom/blog.html', 'templates/blog.html'], list),
    sample('category', '/category/news/', ['custom/category.html', 'templates/taxonomy.html'], {
      ...list,
      ...counted('category'),
    }),
    sample('tag', '/tag/news/', ['custom/tag.html', 'templates/taxonomy.html'], {
      ...list,
      ...counted('tag'),
    }),
    sample(
      'author',
      '/author/ann/',
      ['custom/author.html', 'templates/author.html', 'templates/taxonomy.html'],
      { ...list, ...counted('author'), author: list === lists.full ? author : bareAuthor },
    ),
  ]),
  ...[post, barePost].map((model) =>
    sample('post', model.url, ['templates/post.html', 'templates/content.html'], {
      post: model,
      content: model.content,
      seoTitle: model === post ? 'A title for search engines' : null,
      alternates: model === post ? alternates : [],
    }),
  ),
  sample('page', barePage.url, ['templates/page.html', 'templates/content.html'], { page: barePage }),
  sample('page', page.url, [], { page, content: page.content }),
  sample('page', '/blog/', ['custom/blog.html'], { page, content: page.content, ...lists.full }),
  sample('categories', '/categories/', ['custom/categories.html', 'templates/categories.html'], {}),
  sample('sitemap', '/sitemap/', ['custom/sitemap.html', 'templates/sitemap.html'], { sections, pagination }),
  sample('404', '/404.html', ['custom/404.html', 'templates/404.html'], { breadcrumbs: [] }),
]

/** Sample pages for those templates in `custom/` that are named after a page or a term. */
export const sampleCustomPages: readonly SamplePage[] = samplePages.filter(({ model }) =>
  ['page', 'category', 'tag'].includes(String(model.kind)),
)

const menuItem = { id: 'a', title: 'A', url: '/a/', class: null, target: null }

/** Values shared by all pages; `siteUpdatedAt` is `site.updatedAt` in templates. */
export const sampleShared = {
  site: {
    title: 'A site',
    description: 'About it',
    url: '/',
    absoluteUrl: 'http://site.test/',
    blogUrl: '/blog/',
    categoriesUrl: '/categories/',
    sitemapUrl: '/sitemap/',
    rssUrl: '/rss.xml',
    language: 'en',
    direction: 'ltr',
    timezone: 'UTC',
    logo: { url: '/images/logo.png', width: 320, height: 80 },
    icon: '/favicon.ico',
    accentColor: '#a8341b',
    socialLinks: [{ title: 'Mastodon', url: 'https://social.test/@ann' }],
  },
  theme: { name: 'a', title: 'A', version: '1.0.0', info: {} },
  menu: [
    {
      ...menuItem,
      children: [{ ...menuItem, id: 'b', url: '/a/b/', class: 'wide', target: '_blank', children: [] }],
    },
  ],
  categories: [{ ...term, count: 2 }],
  tags: [{ ...term, count: 1 }],
  recentPosts: [summary, bareSummary],
  siteUpdatedAt: day,
}

/** The values that a template sees on a page with this model. */
export function sampleRoot(model: object): object {
  const { siteUpdatedAt, site, ...shared } = sampleShared
  const { language, direction } = site
  const siteWide = { ...shared, language, direction, site: { ...site, updatedAt: siteUpdatedAt } }
  return { ...siteWide, footerCode: '', ...model }
}

export const sampleSite = (assets: readonly string[]): SiteMessage => ({
  type: 'site',
  shared: sampleShared,
  footerCode: '',
  assets: assets.map((path) => [path, '0123456789abcdef']),
  basePath: '',
  absoluteBase: 'http://site.test',
  cleanUrls: true,
})

/** Pages that render each template as a site would. Omits templates that no page of a site uses. */
export function samplesFor(templates: ReadonlySet<string>): readonly PageMessage[] {
  const shared = Object.keys(sampleShared)
  const tried = samplePages.flatMap(({ templates: wanted, model }) => {
    const template = wanted.find((path) => templates.has(path))
    return template ? [{ template, model }] : []
  })
  const reached = new Set(tried.map(({ template }) => template))
  const custom = [...templates].filter((path) => path.startsWith('custom/') && !reached.has(path))
  const named = custom.flatMap((template) => sampleCustomPages.map(({ model }) => ({ template, model })))
  return [...tried, ...named].map(({ template, model }) => ({
    path: String(model.url),
    template,
    model,
    shared,
  }))
}
