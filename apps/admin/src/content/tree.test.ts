import { describe, expect, it } from 'vitest'
import type { Frontmatter } from '../api/types.ts'
import { placeOf } from './place.ts'
import { canMove, flatTree, isOnSite, pageTree } from './tree.ts'

const page = (
  slug: string,
  parentPage: string | null = null,
  pageType: 'custom' | 'normal' = 'custom',
): Frontmatter => ({
  id: `id-${slug}`,
  title: slug,
  slug,
  status: 'published',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  pageType,
  parentPage,
})
const pages = [
  page('team', 'about'),
  page('about'),
  page('berlin', 'team'),
  page('contact'),
  page('lost', 'gone'),
  page('note', null, 'normal'),
]

describe('the tree of pages', () => {
  it('lists every custom page once, below its parent, sorted by title; a page whose parent is missing is at the top', () => {
    const shown = flatTree(pageTree(pages)).map(({ node, depth }) => `${depth} ${node.path}`)
    expect(shown).toEqual(['0 /about', '1 /about/team', '2 /about/team/berlin', '0 /contact', '0 /lost'])
  })

  it('allows a move to any page except its own subtree and its current parent', () => {
    const tree = pageTree(pages)
    expect(canMove(tree, 'id-about', 'berlin')).toBe(false)
    expect(canMove(tree, 'id-about', 'about')).toBe(false)
    expect(canMove(tree, 'id-team', 'about')).toBe(false)
    expect(canMove(tree, 'id-team', null)).toBe(true)
    expect(canMove(tree, 'id-contact', 'berlin')).toBe(true)
    expect(canMove(tree, 'id-about', null)).toBe(false)
  })

  it('detects moves that change an address on the site', () => {
    const tree = pageTree(
      pages.map((each) => ({ ...each, status: each.slug === 'berlin' ? 'published' : 'draft' })),
    )
    expect(['about', 'team', 'berlin', 'contact'].map((slug) => isOnSite(tree, `id-${slug}`))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('the place of an item on the site', () => {
  it('includes all parents, and resolves from the file name in either URL style', () => {
    expect(placeOf('posts', page('hello'), pages)).toBe('/post/hello')
    expect(placeOf('pages', page('note', null, 'normal'), pages)).toBe('/page/note')
    expect(placeOf('pages', page('new', 'berlin'), pages)).toBe('/about/team/berlin/new')
    expect(placeOf('pages', page('about'), pages)).toBe('/about')
  })
})
