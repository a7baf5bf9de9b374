/** Sites for tests. */
import type { SiteContext, SourceTheme } from '../../src/core/ports.ts'
import type {
  Body,
  MediaFile,
  MenuItem,
  Page,
  Post,
  Settings,
  Site,
  Theme,
} from '../../src/core/site/site.ts'

export const settings: Settings = {
  siteTitle: 'My Site',
  siteDescription: 'About',
  postsPerPage: 2,
  footerCode: '',
  siteUrl: '',
  staticOutputDir: '_site',
  staticBaseUrl: '',
  staticCleanUrls: true,
  staticAutoPublish: true,
  allowRawHtml: false,
  rssEntryLimit: 1000,
  siteLanguage: 'en',
  siteTimezone: 'UTC',
  permalinkPost: '/post/{slug}/',
  permalinkPage: '/page/{slug}/',
  redirectPages: false,
  socialCards: false,
  siteLogo: '',
  siteIcon: '',
  siteAccentColor: '',
  socialLinks: [],
}

export const body = (text: string): Body => ({
  digest: text,
  pieces: [`<p>${text}</p>`],
  urls: [],
  headings: [{ level: 2, text, id: text }],
  excerpt: text,
  words: 1,
})

let count = 0
const id = () => `00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`
const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()

/** `at` is the day of all dates, counted from the start of 2026; it decides the order. */
export function aPost(slug: string, { at = 1, ...changes }: Partial<Post> & { at?: number } = {}): Post {
  return {
    id: id(),
    title: `Title ${slug}`,
    slug,
    createdAt: day(at),
    updatedAt: day(at),
    publishedAt: day(at),
    subtitle: null,
    excerpt: null,
    featuredImage: null,
    seo: null,
    meta: {},
    language: null,
    translationOf: null,
    body: body(`Body ${slug}`),
    authors: ['ann'],
    category: null,
    tags: [],
    relatedPosts: [],
    ...changes,
  }
}

export function aPage(path: string, changes: Partial<Page> = {}): Page {
  const slugs = path.split('/')
  const slug = slugs.at(-1) ?? ''
  return {
    id: id(),
    title: `Title ${slug}`,
    slug,
    createdAt: day(1),
    updatedAt: day(1),
    publishedAt: day(1),
    subtitle: null,
    excerpt: null,
    featuredImage: null,
    seo: null,
    meta: {},
    language: null,
    translationOf: null,
    body: body(`Body ${slug}`),
    type: 'custom',
    path: slugs,
    ...changes,
  }
}

const aRendition = (name: string, width: number, type: string) => ({
  filename: `${name}.${width}w.${type}`,
  url: `/images/${name}.${width}w.${type}`,
  digest: `${name}-${width}-${type}`,
  mimeType: `image/${type}`,
  width,
  height: width / 2,
})

/** A PNG that is half as high as it is wide, with its renditions. */
export const anImage = (name: string, width: number): MediaFile => ({
  id: `id-of-${name}`,
  folder: 'images',
  filename: `${name}.png`,
  url: `/images/${name}.png`,
  digest: name,
  mimeType: 'image/png',
  caption: '',
  width,
  height: width / 2,
  renditions: [320, 640, 960]
    .filter((narrower) => narrower < width)
    .flatMap((narrower) => ['avif', 'png', 'webp'].map((type) => aRendition(name, narrower, type))),
})

export const aMenuItem = (changes: Partial<MenuItem> & { id: string }): MenuItem => ({
  title: changes.id,
  url: '/',
  order: 1,
  parent: null,
  class: null,
  target: null,
  ...changes,
})

const uses = (names: readonly string[]) => ({ uses: new Set(names) })

/** `templates` maps paths to the shared values they use. */
export const aTheme = (templates: Readonly<Record<string, readonly string[]>> = {}): Theme => ({
  name: 'test',
  title: 'Test',
  version: '1.0.0',
  info: {},
  digest: 'theme-1',
  assets: [{ path: 'assets/css/style.css', digest: 'css-1' }],
  templates: new Map(
    Object.entries({ 'templates/layout.html': [], ...templates }).map(([path, names]) => [path, uses(names)]),
  ),
})

export const aSite = ({
  settings: changed = {},
  ...changes
}: Partial<Omit<Site, 'settings'>> & { settings?: Partial<Settings> } = {}): Site => ({
  posts: [],
  pages: [],
  menu: [],
  media: [],
  profiles: [],
  theme: aTheme(),
  ...changes,
  settings: { ...settings, ...changed },
})

/** Three posts, two of them with a category and tags; nested pages and a page of type `normal`. */
export const aBlog = (): Site =>
  aSite({
    posts: [
      aPost('three', { at: 3, category: 'News', tags: ['A', 'b'] }),
      aPost('two', { at: 2, category: 'news', tags: ['a'] }),
      aPost('one', { at: 1 }),
    ],
    pages: [
      aPage('about'),
      aPage('about/team'),
      aPage('about/team/ann'),
      aPage('imprint', { type: 'normal' }),
    ],
  })

/** A post or page with its Markdown instead of a rendered body. */
export type Sourced<T extends Post | Page = Post | Page> = Omit<T, 'body'> & { readonly markdown: string }

export interface SourceSite extends SiteContext {
  readonly posts: readonly Sourced<Post>[]
  readonly pages: readonly Sourced<Page>[]
}

export const withMarkdown = <T extends Post | Page>({ body: { excerpt }, ...entry }: T): Sourced<T> =>
  ({ ...entry, markdown: excerpt }) as unknown as Sourced<T>

export const aSourceTheme = (sources: Readonly<Record<string, string>> = {}): SourceTheme => ({
  name: 'test',
  title: 'Test',
  version: '1.0.0',
  info: {},
  digest: JSON.stringify(sources),
  assets: [{ path: 'assets/css/style.css', digest: 'css-1' }],
  sources: new Map(
    Object.entries({
      'templates/layout.html':
        '<!doctype html><head><title>{{title}}</title></head><body><h1>{{title}}</h1>{{{content}}}</body>',
      ...sources,
    }),
  ),
})

export const aSourceSite = ({
  posts = [],
  pages = [],
  settings: changed = {},
  ...changes
}: Partial<Omit<Site, 'settings' | 'theme'>> & {
  settings?: Partial<Settings>
  theme?: SourceTheme
} = {}): SourceSite => ({
  menu: [],
  media: [],
  profiles: [],
  theme: aSourceTheme(),
  ...changes,
  posts: posts.map(withMarkdown),
  pages: pages.map(withMarkdown),
  settings: { ...settings, ...changed },
})
