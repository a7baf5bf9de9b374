import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { aPost, aSite, aTheme, settings } from '../../../test/support/sites.ts'
import type { Post, Site } from '../site/site.ts'
import { addressesOf } from './addresses/addresses.ts'
import { atOnce } from './in-turns.ts'
import { planSite, sitePlanner } from './plan-site.ts'
import type { SitePlan } from './planned.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('plans of one site', () => {
  const addresses = addressesOf('', true, 'http://site.test')
  const posts = Array.from({ length: 80 }, (_, n) => aPost(`post-${n}`, { tags: [`Tag ${n % 7}`] }))
  const large = aSite({ posts })
  /** Every page shows the time of the last change. */
  const dated = aSite({ posts, theme: aTheme({ 'templates/layout.html': ['site.updatedAt'] }) })
  const retitled = (title: string, site = large): Site => ({
    ...site,
    posts: large.posts.map((post, at) =>
      at === 40 ? { ...post, title, updatedAt: '2026-05-01T00:00:00.000Z' } : post,
    ),
  })
  /** Also reads the models, which are computed only when they are read. */
  const withModels = ({ files, manifest }: SitePlan) => [
    [...manifest.paths],
    [...manifest.digests],
    ...[...files].map((file) => [
      file.path,
      file.digest,
      file.type === 'page' ? file.model : file.type === 'text' ? file.text : file.source,
    ]),
  ]
  const textsOf = ({ files }: SitePlan) =>
    [...files].flatMap((file) => (file.type === 'text' ? [[file.path, file.text]] : []))

  it.each([
    ...[0, 1, 2, 3].map((steps) => ({ steps, site: large })),
    ...[0, 1, 2, 5, 8].map((steps) => ({ steps, site: dated })),
  ])('are correct if an earlier plan was aborted after $steps steps', ({ steps, site: first }) => {
    const planner = sitePlanner(digest)
    atOnce(planner(first, addresses))
    const aborted = planner(retitled('Never shown', first), addresses)
    for (let n = 0; n < steps; n++) expect(aborted.next().done).toBe(false)
    for (const site of [retitled('Never shown', first), retitled('Shown', first), first])
      expect(withModels(atOnce(planner(site, addresses)))).toEqual(
        withModels(planSite(site, addresses, digest)),
      )
  })

  it('do not retain earlier sites and posts', async () => {
    const planner = sitePlanner(digest)
    let now = large
    /** Plans the site after an edit of this post. */
    const planned = (edited: number) => {
      const again = { ...posts[edited], title: 'Again' } as Post
      now = { ...now, posts: now.posts.with(edited, again) }
      textsOf(atOnce(planner(now, addresses)))
      return { site: new WeakRef(now), post: new WeakRef(again) }
    }
    planned(1)
    const [first, second, third] = [planned(40), planned(41), planned(40)]
    planned(60)
    // A WeakRef keeps its target until the end of the job that has created it.
    await setImmediate()
    collectGarbage()
    const former = [first.site, second.site, third.site, first.post]
    expect(former.filter((reference) => reference.deref() !== undefined)).toEqual([])
    expect(second.post.deref()).toBe(now.posts[41])
  })

  it('contain newer posts on pages that have shown them since a plan of all pages', () => {
    const planner = sitePlanner(digest)
    const before = aSite({ posts, theme: aTheme({ 'templates/layout.html': ['recentPosts'] }) })
    const [first, later] = [posts[0], posts[40]]
    if (!first || !later) throw new Error('posts')
    const replaced = (site: Site, post: Post): Site => ({
      ...site,
      posts: site.posts.map((other) => (other.id === post.id ? post : other)),
    })
    // A new title of a recent post changes every page.
    const related = replaced(before, { ...first, title: 'Related', relatedPosts: [later.id] })
    const retitledLater = replaced(related, { ...later, title: 'Shown by the first post' })
    for (const site of [before, before, related, retitledLater])
      expect(withModels(atOnce(planner(site, addresses)))).toEqual(
        withModels(planSite(site, addresses, digest)),
      )
  })

  it('contain the social cards of the current titles', () => {
    const planner = sitePlanner(digest)
    const carded = aSite({ posts, settings: { ...settings, socialCards: true } })
    for (const site of [carded, retitled('Shown', carded), carded])
      expect(withModels(atOnce(planner(site, addresses)))).toEqual(
        withModels(planSite(site, addresses, digest)),
      )
  })

  it('contain the redirects of the current aliases', () => {
    const planner = sitePlanner(digest)
    const aliased = (...aliases: string[]): Site => ({
      ...large,
      posts: large.posts.map((post, at) => (at === 40 ? { ...post, meta: { aliases } } : post)),
    })
    for (const site of [large, aliased('/old/'), aliased('/old/', '/older/'), aliased('/older/'), large])
      expect(textsOf(atOnce(planner(site, addresses)))).toEqual(textsOf(planSite(site, addresses, digest)))
    expect(textsOf(planSite(aliased('/old/'), addresses, digest))).not.toEqual(
      textsOf(planSite(large, addresses, digest)),
    )
  })

  it('are computed in steps; later plans recompute only affected pages', () => {
    const planner = sitePlanner(digest)
    const stepsOf = (site: Site) => [...planner(site, addresses)].length
    const stepsForAllPosts = large.posts.length / 20
    expect(stepsOf(large)).toBeGreaterThan(stepsForAllPosts)
    expect(stepsOf(retitled('Shown'))).toBeLessThan(stepsForAllPosts)
    expect(stepsOf(dated)).toBeGreaterThan(stepsForAllPosts)
    expect(stepsOf(retitled('Shown', dated))).toBeGreaterThan(stepsForAllPosts)
  })
})
