/** Random edits of a site, deterministic for a seed. */
import type { MediaFile, Page, Post } from '../../src/core/site/site.ts'
import {
  aMenuItem,
  anImage,
  aPage,
  aPost,
  aSourceTheme,
  type Sourced,
  type SourceSite,
  withMarkdown,
} from './sites.ts'

export type Random = (below: number) => number

/** Mulberry32. */
export function generator(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Edit = (site: SourceSite, random: Random) => SourceSite

const categories = ['News', 'news', 'Old', null]
const tags = ['A', 'B', 'a', 'C']
const noSeo = { title: null, description: null, canonicalUrl: null, noindex: false, image: null }
const seos: readonly Post['seo'][] = [
  null,
  { ...noSeo, title: 'Found', description: 'What searchers read' },
  { ...noSeo, noindex: true },
  { ...noSeo, canonicalUrl: 'https://first.test/text', image: { url: '/images/cat.png', alt: 'Social' } },
]
const authors = ['ann', 'Ben', 'c.d']
const templates = {
  plain: {},
  menus: {
    'templates/post.html':
      '<body>{{#each menu}}{{title}}{{url}}{{/each}}{{#each categories}}{{name}}{{count}}{{/each}}{{{content}}}{{post.next.title}}{{#each post.related}}{{title}}{{/each}}</body>',
    'templates/taxonomy.html': '<body>{{title}}{{#each recentPosts}}{{title}}{{/each}}{{> list}}</body>',
    'partials/list.html': '{{#each posts}}{{title}}{{date createdAt}}{{/each}}{{date site.updatedAt "iso"}}',
  },
  lists: {
    'templates/home.html':
      '<body>{{#each posts}}{{title}}|{{excerpt}}|{{featuredImage.caption}}{{/each}}{{pagination.pages}}</body>',
    'custom/categories.html': '<body>{{#each tags}}{{name}}{{count}}{{/each}}{{{content}}}</body>',
  },
}

/** The initial site of every sequence. */
export const firstSite = (): Pick<SourceSite, 'posts' | 'pages' | 'media' | 'theme'> => ({
  posts: [
    aPost('one', { at: 1, tags: ['A'] }),
    aPost('two', { at: 2, category: 'News' }),
    aPost('three', { at: 3, tags: ['B'] }),
  ].map(withMarkdown),
  pages: [aPage('about'), aPage('about/team')].map(withMarkdown) as Sourced<Page>[],
  media: [anImage('cat', 700)],
  theme: aSourceTheme(templates.menus),
})

let count = 0
const nextNumber = (): number => ++count
const pick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[random(Math.max(1, items.length))]
const nextTime = (): string => new Date(Date.UTC(2026, 1, 1) + nextNumber() * 60_000).toISOString()

/** Changes a random post; does nothing without posts. */
const onePost =
  (change: (post: Sourced<Post>, site: SourceSite, random: Random) => Partial<Sourced<Post>>): Edit =>
  (site, random) => {
    const chosen = pick(random, site.posts)
    return {
      ...site,
      posts: site.posts.map((post) =>
        post === chosen ? { ...post, ...change(post, site, random), updatedAt: nextTime() } : post,
      ),
    }
  }

const onePage =
  (change: (page: Sourced<Page>, site: SourceSite, random: Random) => Partial<Sourced<Page>>): Edit =>
  (site, random) => {
    const chosen = pick(random, site.pages)
    return {
      ...site,
      pages: site.pages.map((page) =>
        page === chosen ? { ...page, ...change(page, site, random), updatedAt: nextTime() } : page,
      ),
    }
  }

const edits: Readonly<Record<string, Edit>> = {
  publish: (site, random) => {
    const tagged = tags.slice(random(4), 1 + random(4))
    const post = aPost(`new-${nextNumber()}`, {
      at: 1 + random(28),
      category: pick(random, categories) ?? null,
      tags: tagged,
    })
    return { ...site, posts: [...site.posts, withMarkdown(post)] }
  },
  unpublish: (site, random) => {
    const removed = pick(random, site.posts)
    return { ...site, posts: site.posts.filter((post) => post !== removed) }
  },
  rename: onePost(({ slug }) => ({ slug: `${slug}x`.slice(-12) + nextNumber() })),
  retitle: onePost(() => ({ title: `Title ${nextNumber()}` })),
  rewrite: onePost((_, { posts }, random) => ({
    markdown: `See [this](/post/${pick(random, posts)?.slug}/) ![cat](/images/cat.png) ${nextNumber()}\n\n<b onclick="x">raw</b>`,
  })),
  summarize: onePost((_, __, random) => ({
    excerpt: pick(random, [null, `Excerpt ${nextNumber()}`]) ?? null,
  })),
  recategorize: onePost((_, __, random) => ({ category: pick(random, categories) ?? null })),
  retag: onePost((_, __, random) => ({ tags: tags.slice(random(4)) })),
  relate: onePost((_, { posts }, random) => ({
    relatedPosts: posts.slice(random(3), 3).map(({ id }) => id),
  })),
  attribute: onePost((_, __, random) => ({ authors: authors.slice(random(4)) })),
  translate: onePost((_, { posts }, random) => ({
    language: pick(random, [null, 'de', 'ar']) ?? null,
    translationOf: pick(random, [null, ...posts.map(({ id }) => id)]) ?? null,
  })),
  translatePage: onePage((_, { pages }, random) => ({
    language: pick(random, [null, 'de', 'ar']) ?? null,
    translationOf: pick(random, [null, ...pages.map(({ id }) => id)]) ?? null,
  })),
  introduce: (site, random) => ({
    ...site,
    profiles: authors.slice(random(4)).map((username) => ({
      username,
      displayName: pick(random, [null, `Name ${random(3)}`]) ?? null,
      bio: pick(random, [null, `Bio ${nextNumber()}`]) ?? null,
      avatar: pick(random, [null, '/images/cat.png']) ?? null,
      links: random(2) ? [{ title: 'Elsewhere', url: 'https://example.org/' }] : [],
    })),
  }),
  picture: onePost((_, __, random) => ({
    featuredImage: pick(random, [null, { url: '/images/cat.png', alt: `Cat ${nextNumber()}` }]) ?? null,
  })),
  optimize: onePost((_, __, random) => ({ seo: pick(random, seos) ?? null })),
  optimizePage: onePage((_, __, random) => ({ seo: pick(random, seos) ?? null })),
  addPage: (site, random) => {
    const parent = pick(random, site.pages)?.path ?? []
    const path = [
      ...(random(2) ? parent : []),
      pick(random, ['blog', 'categories', `p${nextNumber()}`]) ?? '',
    ]
    if (site.pages.some((page) => page.path.join('/') === path.join('/'))) return site
    return { ...site, pages: [...site.pages, withMarkdown<Page>(aPage(path.join('/')))] }
  },
  movePage: onePage(({ path }, { pages }, random) => {
    const parent = pick(random, pages)?.path ?? []
    const moved = [...(random(2) ? parent : []), path.at(-1) ?? '']
    return pages.some((page) => page.path.join('/') === moved.join('/')) ? {} : { path: moved }
  }),
  rewritePage: onePage(() => ({ markdown: `# Page ${nextNumber()}`, title: `Page ${nextNumber()}` })),
  dropPage: (site, random) => {
    const removed = pick(random, site.pages)
    return { ...site, pages: site.pages.filter((page) => page !== removed) }
  },
  menu: (site, random) => ({
    ...site,
    menu: Array.from({ length: random(3) }, (_, at) =>
      aMenuItem({ id: `m${at}`, title: `M ${nextNumber()}`, url: '/about/', order: at }),
    ),
  }),
  settings: (site, random) => ({
    ...site,
    settings: {
      ...site.settings,
      postsPerPage: 1 + random(3),
      siteTitle: `S ${random(3)}`,
      staticCleanUrls: random(4) > 0,
      staticBaseUrl: pick(random, ['', '/base']) ?? '',
      footerCode: pick(random, ['', '<script>foot()</script>']) ?? '',
      allowRawHtml: random(2) > 0,
      rssEntryLimit: 1 + random(4),
      siteLanguage: pick(random, ['en', 'de', 'ar']) ?? 'en',
      siteTimezone: pick(random, ['UTC', 'Asia/Tokyo']) ?? 'UTC',
      permalinkPost:
        pick(random, ['/post/{slug}/', '/{year}/{category}/{slug}/', '/{slug}/']) ?? '/post/{slug}/',
      permalinkPage: pick(random, ['/page/{slug}/', '/{slug}/']) ?? '/page/{slug}/',
      redirectPages: random(2) === 1,
      socialCards: random(2) === 1,
      siteIcon: pick(random, ['', 'id-of-cat']) ?? '',
      siteLogo: pick(random, ['', 'id-of-cat', 'id-of-none']) ?? '',
      siteAccentColor: pick(random, ['', '#a8341b']) ?? '',
    },
  }),
  theme: (site, random) => ({ ...site, theme: aSourceTheme(pick(random, Object.values(templates)) ?? {}) }),
  media: (site, random) => {
    const cat: MediaFile = { ...anImage('cat', 300 + random(900)), caption: `Caption ${random(5)}` }
    return {
      ...site,
      media: random(4) ? [cat, ...(random(2) ? [anImage(`more-${random(3)}`, 100)] : [])] : [],
    }
  },
}

const names = Object.keys(edits)

/** Applies random edits, and returns their names. */
export function edited(
  site: SourceSite,
  random: Random,
): { readonly site: SourceSite; readonly edits: readonly string[] } {
  const applied = Array.from({ length: 1 + random(3) }, () => pick(random, names) ?? '')
  const next = applied.reduce((state, name) => edits[name]?.(state, random) ?? state, site)
  return { site: next, edits: applied }
}
