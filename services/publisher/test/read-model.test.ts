import { AppError } from '@typecase/kernel'
import { expect, it, onTestFinished } from 'vitest'
import type { ContentFeed } from '../src/core/site/content-model.ts'
import { followContent, type Published } from '../src/core/site/follow-content.ts'
import { memoryModelStore } from './memory/model-store.ts'
import { contentFeedOf } from './support/content-feed.ts'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite, type SourceSite, withMarkdown } from './support/sites.ts'

function followed(
  first: SourceSite = aSourceSite({ posts: [aPost('one'), aPost('two')], pages: [aPage('about')] }),
) {
  let site = first
  const model = memoryModelStore()
  const requestedIds: string[] = []
  const content = contentFeedOf(() => site)
  const feed: ContentFeed = {
    ...content,
    entries: (keys) => {
      requestedIds.push(...keys.map(({ id }) => id))
      return content.entries(keys)
    },
  }
  const change = (next: Partial<SourceSite>) => {
    site = { ...site, ...next }
  }
  return { feed, model, follow: followContent({ feed, model }), requestedIds, change, site: () => site }
}

const slugs = ({ entries }: Published) => Array.from(entries.values(), ({ slug }) => slug).sort()

it('reads only changed entries, and keeps the other objects', async () => {
  const { follow, requestedIds, change, site } = followed()
  const before = new Map((await follow()).entries)
  requestedIds.length = 0
  const [first, second] = site().posts
  change({ posts: site().posts.map((post) => (post === second ? { ...post, title: 'New' } : post)) })
  const { entries: now } = await follow()
  expect(requestedIds).toEqual([second?.id])
  expect(now.get(`post ${first?.id}`)).toBe(before.get(`post ${first?.id}`))
  expect(now.get(`post ${second?.id}`)?.title).toBe('New')
})

it('handles deleted and restored entries', async () => {
  const { follow, change, site } = followed()
  await follow()
  const { posts } = site()
  change({ posts: posts.slice(1) })
  expect(slugs(await follow())).toEqual(['about', 'two'])
  change({ posts })
  expect(slugs(await follow())).toEqual(['about', 'one', 'two'])
})

it('returns the keys of changed entries, unless there are too many', async () => {
  const { follow, change, site } = followed()
  const { altered } = await follow()
  const length = altered.length
  const [first, second] = site().posts
  change({ posts: site().posts.map((post) => (post === second ? { ...post, title: 'New' } : post)) })
  expect(await follow()).toMatchObject({ altered: [...altered.slice(0, length), `post ${second?.id}`] })
  change({ posts: site().posts.slice(1) })
  const now = await follow()
  expect(now.altered).toBe(altered)
  expect(altered.slice(length)).toEqual([`post ${second?.id}`, `post ${first?.id}`])
  change({
    posts: [...site().posts, ...Array.from({ length: 1_200 }, (_, n) => withMarkdown(aPost(`more-${n}`)))],
  })
  expect((await follow()).altered).not.toBe(altered)
})

it('includes changes by another replica', async () => {
  const { feed, model, follow, change, site } = followed()
  await follow()
  const other = followContent({ feed, model })
  await other()
  change({ posts: [...site().posts, withMarkdown(aPost('three'))] })
  expect(slugs(await other())).toContain('three')
  expect(slugs(await follow())).toContain('three')
})

it('continues after an interruption', async () => {
  const { feed, model, change, site } = followed()
  let isUnavailable = false
  const follow = followContent({
    model,
    feed: {
      ...feed,
      entries: (keys) =>
        isUnavailable ? Promise.reject(new AppError('unavailable', 'AWAY', 'away')) : feed.entries(keys),
    },
  })
  await follow()
  change({
    posts: [...site().posts, ...Array.from({ length: 150 }, (_, n) => withMarkdown(aPost(`more-${n}`)))],
  })
  isUnavailable = true
  await expect(follow()).rejects.toMatchObject({ code: 'AWAY' })
  isUnavailable = false
  expect((await follow()).entries.size).toBe(153)
})

it('includes changes of events that start no generation', async () => {
  const model = memoryModelStore()
  const { app, ledger, event, close } = testPublisher(aSourceSite({ posts: [aPost('one')] }), { model })
  onTestFinished(close)
  expect(await event()).toBeUndefined()
  expect((await model.records()).records).toHaveLength(1)
  expect(await app.runGenerations(new AbortController().signal)).toBeNull()
  expect((await ledger.overview()).current).toBeUndefined()
})
