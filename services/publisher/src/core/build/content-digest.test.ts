import { expect, it } from 'vitest'
import type { WrittenEntry } from '../site/content-model.ts'
import { contentDigest, untilChanged } from './content-digest.ts'

const contentOf = (...slugs: string[]) => ({
  entries: new Map(slugs.map((slug) => [`post ${slug}`, { slug } as unknown as WrittenEntry])),
  revisions: new Map([...slugs, 'unpublished'].map((slug) => [`post ${slug}`, 1])),
  altered: [] as string[],
})
const digestOf = (content: ReturnType<typeof contentOf>, messages: string[] = []) =>
  contentDigest(
    content,
    messages.map((message) => ({ message })),
    (text) => text,
  )

it('the digest of content depends on published revisions and errors, not on the order of entries', () => {
  const digest = digestOf(contentOf('a', 'b'))
  expect(digestOf(contentOf('b', 'a'))).toBe(digest)
  expect(digestOf(contentOf('a', 'c'))).not.toBe(digest)
  expect(digestOf(contentOf('a', 'b'), ['The body takes too long'])).not.toBe(digest)
  const newer = contentOf('a', 'b')
  newer.revisions.set('post a', 2)
  expect(digestOf(newer)).not.toBe(digest)
  const unpublished = contentOf('a', 'b')
  unpublished.revisions.set('post unpublished', 2)
  expect(digestOf(unpublished)).toBe(digest)
})

it('content counts as changed when it was altered, also if the list of altered names was dropped', () => {
  const content = contentOf('a')
  const isUnchanged = untilChanged(content)
  expect(isUnchanged()).toBe(true)
  content.altered.push('post a')
  expect(isUnchanged()).toBe(false)
  content.altered = []
  expect(isUnchanged()).toBe(false)
})
