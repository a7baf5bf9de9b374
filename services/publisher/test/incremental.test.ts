import { describe, expect, it, onTestFinished } from 'vitest'
import type { Page, Post } from '../src/core/site/site.ts'
import { testPublisher } from './support/publisher.ts'
import { aMenuItem, aPage, aPost, aSourceSite, aSourceTheme, type SourceSite, written } from './support/sites.ts'

describe('an incremental generation', () => {
  it.each([1, 2, 3, 4])('equals a full one byte for byte, whatever was edited (seed %i)', async (seed) => {
    const random = generator(seed)
    const theme = aSourceTheme({
      'templates/post.html':
        '<body>{{#each menu}}{{title}}{{url}}{{/each}}{{#each categories}}{{name}}{{count}}{{/each}}{{{content}}}{{post.next.title}}</body>',
      'templates/taxonomy.html': '<body>{{title}}{{#each recentPosts}}{{title}}{{/each}}{{> list}}</body>',
      'partials/list.html': '{{#each posts}}{{title}}{{date createdAt}}{{/each}}{{date site.updatedAt "iso"}}',
    })
    const first = aSourceSite({
      posts: [aPost('one', { at: 1, tags: ['A'] }), aPost('two', { at: 2, category: 'News' })],
      pages: [aPage('about')],
    })
    const { event, generate, change, site, files, close } = testPublisher({ ...first, theme })
    onTestFinished(close)
    await generate()
    for (let step = 0; step < 12; step++) {
      for (let edits = 1 + random(3); edits > 0; edits--) change(edit(site(), random))
      expect(await event()).toMatchObject({ trigger: 'event', state: 'succeeded' })
      const incremental = await files()
      await generate()
      expect(await files()).toEqual(incremental)
    }
  })
})

type Random = (below: number) => number

/** Mulberry32. */
function generator(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

let made = 0
function edit(site: SourceSite, random: Random): SourceSite {
  const pick = random(10)
  const index = random(Math.max(1, site.posts.length))
  const posts = (change: (post: SourceSite['posts'][number]) => Partial<Post & { markdown: string }>) =>
    site.posts.map((post, at) =>
      at === index ? ({ ...post, ...change(post), updatedAt: new Date(Date.UTC(2026, 1, ++made)).toISOString() } as typeof post) : post,
    )
  if (pick < 3)
    return {
      ...site,
      posts: [
        ...site.posts,
        written(
          aPost(`new-${++made}`, {
            at: 1 + random(28),
            category: ['News', 'Old', null][random(3)] ?? null,
            tags: ['A', 'B'].slice(random(3)),
          }),
        ),
      ],
    }
  if (pick === 3) return { ...site, posts: site.posts.filter((_, at) => at !== index) }
  if (pick === 4) return { ...site, posts: posts(() => ({ markdown: `See [this](/post/one/) ${++made}` })) }
  if (pick === 5) return { ...site, posts: posts(() => ({ category: ['News', 'Old', null][random(3)] ?? null })) }
  if (pick === 6) return { ...site, posts: posts((post) => ({ slug: `${post.slug}x`, title: `T ${++made}` })) }
  if (pick === 7) return { ...site, pages: [...site.pages, written<Page>(aPage(`about/p${++made}`))] }
  if (pick === 8) return { ...site, menu: [aMenuItem({ id: 'm', title: `M ${++made}`, url: '/about/' })] }
  return { ...site, settings: { ...site.settings, postsPerPage: 1 + random(3), siteTitle: `S ${random(3)}` } }
}
