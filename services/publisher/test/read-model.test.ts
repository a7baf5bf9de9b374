import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@typecase/kernel'
import { expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { markedMarkup } from '../src/adapters/markup/markup.ts'
import type { Renderer } from '../src/core/ports.ts'
import type { ContentFeed } from '../src/core/site/content-model.ts'
import { followContent, type Published } from '../src/core/site/follow-content.ts'
import { memoryModelStore } from './memory/model-store.ts'
import { contentFeedOf } from './support/content-feed.ts'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite, type SourceSite, written } from './support/sites.ts'

function followed(
  first: SourceSite = aSourceSite({ posts: [aPost('one'), aPost('two')], pages: [aPage('about')] }),
) {
  let site = first
  const model = memoryModelStore()
  const asked: string[] = []
  const content = contentFeedOf(() => site)
  const feed: ContentFeed = {
    ...content,
    entries: (keys) => {
      asked.push(...keys.map(({ id }) => id))
      return content.entries(keys)
    },
  }
  const change = (next: Partial<SourceSite>) => {
    site = { ...site, ...next }
  }
  return { feed, model, follow: followContent({ feed, model }), asked, change, site: () => site }
}

const slugs = ({ entries }: Published) => Array.from(entries.values(), ({ slug }) => slug).sort()

it('asks for what changed alone, and keeps what did not as it was', async () => {
  const { follow, asked, change, site } = followed()
  const before = new Map((await follow()).entries)
  asked.length = 0
  const [one, two] = site().posts
  change({ posts: site().posts.map((post) => (post === two ? { ...post, title: 'New' } : post)) })
  const { entries: now } = await follow()
  expect(asked).toEqual([two?.id])
  expect(now.get(`post ${one?.id}`)).toBe(before.get(`post ${one?.id}`))
  expect(now.get(`post ${two?.id}`)?.title).toBe('New')
})

it('knows what is gone, and what came back', async () => {
  const { follow, change, site } = followed()
  await follow()
  const { posts } = site()
  change({ posts: posts.slice(1) })
  expect(slugs(await follow())).toEqual(['about', 'two'])
  change({ posts })
  expect(slugs(await follow())).toEqual(['about', 'one', 'two'])
})

it('tells which names were altered, until there are too many or all is read anew', async () => {
  const { follow, change, site } = followed()
  const { altered } = await follow()
  const told = altered.length
  const [one, two] = site().posts
  change({ posts: site().posts.map((post) => (post === two ? { ...post, title: 'New' } : post)) })
  expect(await follow()).toMatchObject({ altered: [...altered.slice(0, told), `post ${two?.id}`] })
  change({ posts: site().posts.slice(1) })
  const now = await follow()
  expect(now.altered).toBe(altered)
  expect(altered.slice(told)).toEqual([`post ${two?.id}`, `post ${one?.id}`])
  change({
    posts: [...site().posts, ...Array.from({ length: 1_200 }, (_, n) => written(aPost(`more-${n}`)))],
  })
  expect((await follow()).altered).not.toBe(altered)
})

it('is what another replica made of it meanwhile', async () => {
  const { feed, model, follow, change, site } = followed()
  await follow()
  const other = followContent({ feed, model })
  await other()
  change({ posts: [...site().posts, written(aPost('three'))] })
  expect(slugs(await other())).toContain('three')
  expect(slugs(await follow())).toContain('three')
})

it('goes on where it was broken off', async () => {
  const { feed, model, change, site } = followed()
  let isAway = false
  const follow = followContent({
    model,
    feed: {
      ...feed,
      entries: (keys) =>
        isAway ? Promise.reject(new AppError('unavailable', 'AWAY', 'away')) : feed.entries(keys),
    },
  })
  await follow()
  change({ posts: [...site().posts, ...Array.from({ length: 150 }, (_, n) => written(aPost(`more-${n}`)))] })
  isAway = true
  await expect(follow()).rejects.toMatchObject({ code: 'AWAY' })
  isAway = false
  expect((await follow()).entries.size).toBe(153)
})

it('is brought up to date by events even where they start no generation', async () => {
  const model = memoryModelStore()
  const { app, ledger, event, close } = testPublisher(aSourceSite({ posts: [aPost('one')] }), { model })
  onTestFinished(close)
  expect(await event()).toBeUndefined()
  expect((await model.records()).records).toHaveLength(1)
  expect(await app.runGenerations(new AbortController().signal)).toBeNull()
  expect((await ledger.overview()).current).toBeUndefined()
})

it('is read while a renderer is made ready for the theme', async () => {
  const begun = Promise.withResolvers<void>()
  const model = memoryModelStore()
  const real = handlebarsRenderer({ processes: 1 })
  onTestFinished(real.close)
  const renderer: Renderer = {
    warmUp: (theme) => real.warmUp(theme),
    prepare: (theme) => {
      begun.resolve()
      return real.prepare(theme)
    },
    render: real.render,
    isTooSlow: real.isTooSlow,
  }
  const records = async () => {
    await Promise.race([
      begun.promise,
      sleep(2_000).then(() => Promise.reject(new Error('the renderer waits for the model'))),
    ])
    return model.records()
  }
  const { generate, close } = testPublisher(aSourceSite({ posts: [aPost('one')] }), {
    model: { ...model, records },
    renderer,
  })
  onTestFinished(close)
  expect(await generate()).toMatchObject({ state: 'succeeded' })
})

it('bodies of a site that somebody asks for may begin before content is read, those of a change wait for it', async () => {
  const did: string[] = []
  const site = aSourceSite({ posts: [aPost('one')] })
  const content = contentFeedOf(() => site)
  const feed: ContentFeed = {
    ...content,
    changesSince: (...given) => {
      did.push('read')
      return content.changesSince(...given)
    },
  }
  const markup = markedMarkup()
  onTestFinished(() => markup.part.stop())
  const { generate, event, close } = testPublisher(site, {
    feed,
    markup: { ...markup, warmUp: () => void did.push('begun') },
  })
  onTestFinished(close)
  expect(await generate()).toMatchObject({ state: 'succeeded' })
  expect(did.slice(0, 2)).toEqual(['begun', 'read'])
  await event()
  expect(did.filter((what) => what === 'begun')).toHaveLength(1)
})
