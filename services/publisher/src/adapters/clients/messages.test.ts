import type { Post } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { expect, it } from 'vitest'
import { fromMenuItem, fromPost } from './messages.ts'

const at = toTimestamp(new Date(0))
const message = {
  ...{ id: 'p', revision: 1, title: 'A\u0001 title', slug: 'p', status: 'published', author: 'ada', content: 'as\u0002 written' },
  ...{
    createdAt: at,
    updatedAt: at,
    metadataJson: JSON.stringify({ tags: ['one\u0008'], featuredImage: { url: '/images/a.png', alt: 'b\ufffe' } }),
  },
} as unknown as Post

it('what the site shows has no signs that HTML has no place for', () => {
  const { entry, markdown } = fromPost(message)
  expect(entry).toMatchObject({ title: 'A title', tags: ['one'], featuredImage: { url: '/images/a.png', alt: 'b' } })
  expect(markdown).toBe('as written')
  expect(fromMenuItem({ id: 'm', title: 'Menu\u0003', url: '/', order: 1 } as never).title).toBe('Menu')
})
