import { AppError } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { addItem, deleteItem, type MenuItem, reorderItems, replaceItems, updateItem } from './menu.ts'

const item = (id: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title: `Title ${id}`,
  url: `/${id}`,
  ...more,
})
const ids = (items: readonly MenuItem[]) => items.map(({ id }) => id)

/** The code and the paths of the validation errors. */
function refusal(change: () => unknown): [string, ...string[]] {
  try {
    change()
  } catch (error) {
    if (error instanceof AppError) return [error.code, ...error.problems.map(({ path }) => path)]
    throw error
  }
  throw new Error('nothing was refused')
}

describe('replacing the menu', () => {
  it('keeps the order of the list', () => {
    expect(ids(replaceItems([item('b'), item('a'), item('c')]))).toEqual(['b', 'a', 'c'])
  })

  it('accepts a parent that comes after its child', () => {
    expect(replaceItems([item('child', { parent: 'late' }), item('late')])[0]?.parent).toBe('late')
  })

  it('reports all errors of all items with paths from the root', () => {
    expect(
      refusal(() =>
        replaceItems([
          item('a', { url: 'javascript:x', title: ' ' }),
          item('b', { target: '_top', class: 'a"b', parent: 'none' }),
        ]),
      ),
    ).toEqual(['VALIDATION_ERROR', '0.title', '0.url', '1.class', '1.target', '1.parent'])
  })

  it('rejects a second item with the same id', () => {
    expect(refusal(() => replaceItems([item('a'), item('a')]))).toEqual(['VALIDATION_ERROR', '1.id'])
  })

  it('rejects every item of a cycle and no other', () => {
    expect(
      refusal(() =>
        replaceItems([
          item('a', { parent: 'c' }),
          item('b', { parent: 'a' }),
          item('c', { parent: 'b' }),
          item('d', { parent: 'a' }),
        ]),
      ),
    ).toEqual(['VALIDATION_ERROR', '0.parent', '1.parent', '2.parent'])
  })

  it('derives an id that no later item has', () => {
    expect(ids(replaceItems([{ title: 'Home', url: '/' }, item('home')]))).toEqual(['home-2', 'home'])
  })
})

describe('adding an item', () => {
  it('appends it', () => {
    expect(ids(addItem([item('a')], item('b')))).toEqual(['a', 'b'])
  })

  it('derives a unique id from the title, never "reorder"', () => {
    const once = addItem([], { title: 'Reorder', url: '/1' })
    expect(ids(addItem(once, { title: 'Reorder', url: '/2' }))).toEqual(['reorder-2', 'reorder-3'])
    expect(ids(addItem([], { title: 'Über uns!', url: '/' }))).toEqual(['uber-uns'])
    expect(ids(addItem([], { title: '♥', url: '/', id: '' }))).toEqual(['item'])
  })

  it('rejects a duplicate id with DUPLICATE_ID, after validation errors', () => {
    expect(refusal(() => addItem([item('a')], item('a')))).toEqual(['DUPLICATE_ID'])
    expect(refusal(() => addItem([item('a')], item('a', { url: 'x' })))).toEqual(['VALIDATION_ERROR', 'url'])
  })

  it.each(['reorder', '.', '..', ' a', 'a\u0000', 'x'.repeat(501)])('rejects the id %j', (id) => {
    expect(refusal(() => addItem([], { id, title: 'A', url: '/' }))).toEqual(['VALIDATION_ERROR', 'id'])
  })

  it('requires title and url', () => {
    expect(refusal(() => addItem([], { id: 'a' }))).toEqual(['VALIDATION_ERROR', 'title', 'url'])
  })

  it('rejects an item as its own parent', () => {
    expect(refusal(() => addItem([], item('a', { parent: 'a' })))).toEqual(['VALIDATION_ERROR', 'parent'])
  })

  it('limits the menu to 1,000 items', () => {
    const full = replaceItems(Array.from({ length: 1000 }, (_, n) => item(`i${n}`)))
    expect(refusal(() => addItem(full, item('more')))).toEqual(['VALIDATION_ERROR', ''])
  })
})

describe('changing an item', () => {
  const menu = [item('a', { class: 'old' }), item('b', { parent: 'a' }), item('c', { parent: 'b' })]

  it('changes only the fields in the input, and keeps position and id', () => {
    expect(updateItem(menu, 'a', { id: 'z', title: 'New' }, [])[0]).toEqual(
      item('a', { title: 'New', class: 'old' }),
    )
  })

  it('clears the fields in `clear`', () => {
    expect(updateItem(menu, 'b', {}, ['parent'])[1]).toEqual(item('b'))
    expect(updateItem(menu, 'a', {}, ['class', 'order'])[0]).toEqual(item('a'))
    expect(updateItem(menu, 'a', { class: '' }, [])[0]).toEqual(item('a'))
  })

  it('rejects a cycle of one or more items', () => {
    expect(refusal(() => updateItem(menu, 'a', { parent: 'a' }, []))).toEqual(['VALIDATION_ERROR', 'parent'])
    expect(refusal(() => updateItem(menu, 'a', { parent: 'c' }, []))).toEqual(['VALIDATION_ERROR', 'parent'])
  })

  it('reports all errors', () => {
    expect(refusal(() => updateItem(menu, 'a', { title: '', url: 'x:', target: '_top' }, []))).toEqual([
      'VALIDATION_ERROR',
      'title',
      'url',
      'target',
    ])
  })

  it('does not clear title and url', () => {
    expect(refusal(() => updateItem(menu, 'a', {}, ['title', 'url']))).toEqual([
      'VALIDATION_ERROR',
      'title',
      'url',
    ])
  })

  it('rejects unknown items', () => {
    expect(refusal(() => updateItem(menu, 'x', {}, []))).toEqual(['MENU_ITEM_NOT_FOUND'])
  })
})

describe('deleting an item', () => {
  it('moves its children to its parent', () => {
    const menu = [item('a'), item('b', { parent: 'a' }), item('c', { parent: 'b' })]
    expect(deleteItem(menu, 'b')).toEqual([item('a'), item('c', { parent: 'a' })])
    expect(deleteItem(menu, 'a')).toEqual([item('b'), item('c', { parent: 'b' })])
  })

  it('rejects unknown items', () => {
    expect(refusal(() => deleteItem([], 'x'))).toEqual(['MENU_ITEM_NOT_FOUND'])
  })
})

describe('reordering', () => {
  const menu = [item('a'), item('b'), item('c')]

  it('applies the order of the ids', () => {
    expect(ids(reorderItems(menu, ['c', 'a', 'b']))).toEqual(['c', 'a', 'b'])
  })

  it.each([
    [['a', 'b']],
    [['a', 'b', 'c', 'c']],
    [['a', 'b', 'b']],
    [['a', 'b', 'c', 'x']],
    [['a', 'b', 'x']],
    [[]],
  ])('refuses %j, which does not name each item once', (order) => {
    expect(refusal(() => reorderItems(menu, order))).toEqual(['VALIDATION_ERROR', 'orderedIds'])
  })
})

it('accepts a chain of 1,000 parents, in either order', () => {
  const items = Array.from({ length: 1_000 }, (_, at) => ({
    ...{ id: `i${at}`, title: 'x', url: '/' },
    ...(at > 0 ? { parent: `i${at - 1}` } : {}),
  }))
  for (const order of [items, items.toReversed()]) expect(ids(replaceItems(order))).toEqual(ids(order))
})
