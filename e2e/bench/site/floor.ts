/**
 * The floor: a minimal site generator in Node. Renders Markdown files with marked and compiled Handlebars on
 * two threads, without a database, sanitising or incremental builds. `node floor.ts SOURCE OUTPUT`.
 */
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { FloorPage, Summary, ToThread } from './floor-thread.ts'

const [source = '', output = ''] = process.argv.slice(2)
const perPage = 10

const threads = [0, 1].map(
  () => new Worker(new URL('floor-thread.ts', import.meta.url), { workerData: { source, output } }),
)

async function ask(thread: Worker, message: ToThread): Promise<unknown> {
  thread.postMessage(message)
  const [answer] = await once(thread, 'message')
  return answer
}

const share = <T>(items: readonly T[], at: number): T[] =>
  items.filter((_, index) => index % threads.length === at)

const slugs = readdirSync(source)
  .filter((name) => /^post-\d+\.md$/.test(name))
  .map((name) => name.slice(0, -3))
  .sort((a, b) => Number(a.slice(5)) - Number(b.slice(5)))
const read = (await Promise.all(
  threads.map((thread, at) => ask(thread, { type: 'read', slugs: share(slugs, at) })),
)) as {
  summaries: Summary[]
  feed: string[]
}[]
const posts = slugs.map(
  (_, n) => read[n % threads.length]?.summaries[Math.floor(n / threads.length)] as Summary,
)
const feed = posts
  .slice(0, 3_000)
  .map((_, n) => read[n % threads.length]?.feed[Math.floor(n / threads.length)] ?? '')

const named = (post: Summary | undefined) => (post ? { title: post.title, url: post.url } : undefined)
const neighbours = posts.map((post, n) => ({
  slug: post.slug,
  older: named(posts[n + 1]),
  newer: named(posts[n - 1]),
}))

function list(title: string, base: string, members: readonly Summary[]): FloorPage[] {
  const pages = Math.max(1, Math.ceil(members.length / perPage))
  const url = (page: number) => (page === 1 ? base : `${base}page/${page}/`)
  return Array.from({ length: pages }, (_, index) => {
    const page = index + 1
    const numbers = [1, page - 2, page - 1, page, page + 1, page + 2, pages]
      .filter((number, at, all) => number >= 1 && number <= pages && all.indexOf(number) === at)
      .map((number) => ({ number, url: url(number), current: number === page }))
    const model = {
      title,
      url: url(page),
      posts: members.slice(index * perPage, page * perPage),
      numbers,
      ...(page > 1 ? { newer: url(page - 1) } : {}),
      ...(page < pages ? { older: url(page + 1) } : {}),
    }
    return { path: `${url(page).slice(1)}index.html`, template: 'list', model }
  })
}

const terms = new Map<string, { name: string; posts: Summary[] }>()
for (const post of posts) {
  for (const { name, url } of [post.category, ...post.tags, post.author]) {
    const term = terms.get(url) ?? { name, posts: [] }
    terms.set(url, term)
    term.posts.push(post)
  }
}
const pages: FloorPage[] = [
  ...list('Benchmark', '/', posts),
  ...list('Blog', '/blog/', posts),
  ...[...terms].flatMap(([url, term]) => list(term.name, url, term.posts)),
  { path: 'sitemap/index.html', template: 'links', model: { title: 'Sitemap', links: posts.map(named) } },
  {
    path: 'categories/index.html',
    template: 'links',
    model: { title: 'Categories', links: [...terms].map(([url, { name }]) => ({ url, title: name })) },
  },
  { path: '404.html', template: 'links', model: { title: 'Page not found', links: [] } },
]
mkdirSync(output, { recursive: true })
await Promise.all(
  threads.map((thread, at) => ask(thread, { type: 'posts', neighbours: share(neighbours, at) })),
)
await Promise.all(threads.map((thread, at) => ask(thread, { type: 'pages', pages: share(pages, at) })))
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const newest = posts.slice(0, feed.length)
const bodyOf = new Map(newest.map(({ url }, n) => [url, feed[n] ?? '']))
const escapedBodyOf = new Map(newest.map(({ url }, n) => [url, escaped(feed[n] ?? '')]))
const entry = ({ url }: Summary) => `http://site.test${url}`
const xmlOf = (post: Summary) =>
  `<title>${escaped(post.title)}</title><content type="html">${escapedBodyOf.get(post.url)}</content>`
const rss = (members: readonly Summary[]) => {
  const items = members.map((post) => `<item><link>${entry(post)}</link>${xmlOf(post)}</item>`)
  return `<rss version="2.0"><channel>${items.join('\n')}</channel></rss>`
}
const atom = (members: readonly Summary[]) => {
  const entries = members.map((post) => `<entry><id>${entry(post)}</id>${xmlOf(post)}</entry>`)
  return `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('\n')}</feed>`
}
const jsonFeed = (members: readonly Summary[]) =>
  JSON.stringify({
    items: members.map((post) => ({
      id: entry(post),
      title: post.title,
      content_html: bodyOf.get(post.url),
    })),
  })
const writeFeeds = (folder: string, members: readonly Summary[], [all, few]: readonly [number, number]) => {
  writeFileSync(join(output, folder, 'rss.xml'), rss(members.slice(0, all)))
  writeFileSync(join(output, folder, 'atom.xml'), atom(members.slice(0, few)))
  writeFileSync(join(output, folder, 'feed.json'), jsonFeed(members.slice(0, few)))
}
writeFeeds('.', posts, [1000, 100])
for (const [url, term] of terms) writeFeeds(url.slice(1), term.posts, [20, 20])
const urls = [
  ...posts.map(({ url }) => url),
  ...pages.map(({ path }) => `/${path.replace(/index\.html$/, '')}`),
]
writeFileSync(
  join(output, 'sitemap.xml'),
  `<urlset>${urls.map((url) => `<url><loc>http://site.test${url}</loc></url>`).join('\n')}</urlset>`,
)
writeFileSync(join(output, 'robots.txt'), 'User-agent: *\nAllow: /\n')
await Promise.all(threads.map((thread) => thread.terminate()))
