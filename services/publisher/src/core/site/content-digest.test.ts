import { expect, it } from 'vitest'
import type { WrittenEntry } from './content-model.ts'
import { contentDigest, revisionsDigest } from './follow-content.ts'

const text = (value: string) => value
const contentOf = (...slugs: string[]) => ({
  entries: new Map(slugs.map((slug) => [`post ${slug}`, { slug } as unknown as WrittenEntry])),
  revisions: new Map([...slugs, 'unpublished'].map((slug) => [`post ${slug}`, 1])),
  altered: [] as string[],
})

it('the digest of content depends on published entries and their revisions, not on their order', () => {
  const digest = revisionsDigest(contentOf('a', 'b'), text)
  expect(revisionsDigest(contentOf('b', 'a'), text)).toBe(digest)
  expect(revisionsDigest(contentOf('a', 'c'), text)).not.toBe(digest)
  const newer = contentOf('a', 'b')
  newer.revisions.set('post a', 2)
  expect(revisionsDigest(newer, text)).not.toBe(digest)
})

it('content that has changed since it was loaded has no digest', () => {
  const content = contentOf('a')
  const digest = contentDigest(content, text)
  expect(digest()).toBe('post a 1')
  content.revisions.set('post a', 2)
  content.altered.push('post a')
  expect(digest()).toBeUndefined()
  expect(contentDigest(content, text)()).toBe('post a 2')
})
