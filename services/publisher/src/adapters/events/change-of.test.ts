import type { TypedEvent } from '@typecase/contracts/events'
import { describe, expect, it } from 'vitest'
import { changeOf } from './change-of.ts'

const event = (type: string, data: object) =>
  ({
    id: '00000000-0000-7000-8000-000000000001',
    type,
    time: '2026-01-02T03:04:05.678Z',
    revision: 7,
    data,
  }) as unknown as TypedEvent

describe('a change', () => {
  it('to a post has its title, its slug and the time of the save', () => {
    const data = {
      id: 'p',
      title: 'One',
      slug: 'one',
      status: 'published',
      updatedAt: '2026-01-02T03:04:05.670Z',
      changed: ['title'],
      author: 'a',
    }
    expect(changeOf(event('content.post.updated', data))).toEqual({
      id: '00000000-0000-7000-8000-000000000001',
      kind: 'post',
      entityId: 'p',
      revision: 7,
      what: 'updated',
      title: 'One',
      slug: 'one',
      acceptedAt: new Date('2026-01-02T03:04:05.678Z'),
      updatedAt: '2026-01-02T03:04:05.670Z',
    })
  })

  it.each([
    [
      'content.page.deleted',
      { id: 'a', title: 'A', slug: 'a' },
      { kind: 'page', what: 'deleted', entityId: 'a' },
    ],
    [
      'content.settings.updated',
      { changed: ['siteTitle', 'footerCode'] },
      { kind: 'settings', entityId: '', title: 'siteTitle, footerCode' },
    ],
    [
      'themes.theme.switched',
      { name: 'docs', version: '1', digest: 'd' },
      { kind: 'theme', what: 'switched', entityId: 'docs', title: 'docs' },
    ],
    ['themes.menu.changed', { items: 3 }, { kind: 'menu', what: 'changed', entityId: '', title: null }],
    [
      'media.file.stored',
      { id: 'f', filename: 'cat.png' },
      { kind: 'media', what: 'stored', entityId: 'f', title: 'cat.png' },
    ],
  ])('for %s names the kind and id of the changed entity', (type, data, change) => {
    expect(changeOf(event(type, data))).toMatchObject(change)
  })
})
