import { describe, expect, it } from 'vitest'
import { depthOf, type Entry, entriesOf, indented, moved, outdented, placed, without } from './menu-tree.ts'

const item = (id: string, order: number, parent: string | null = null) => ({
  id,
  title: id,
  url: `/${id}/`,
  order,
  parent,
})
const menu = entriesOf([item('contact', 4), item('home', 1), item('about', 2), item('team', 3, 'about')])
const outline = (entries: readonly Entry[] = []) =>
  entries.map((entry) => `${'-'.repeat(depthOf(entries, entry))}${entry.id}`).join(' ')

describe('the menu', () => {
  it('lists every item before its children', () => {
    expect(outline(menu)).toBe('home about -team contact')
  })

  it('moves an item and its children among its siblings', () => {
    expect(outline(moved(menu, 'about', -1))).toBe('about -team home contact')
    expect(outline(moved(menu, 'about', 1))).toBe('home contact about -team')
    expect(moved(menu, 'home', -1)).toBeUndefined()
    expect(moved(menu, 'team', 1)).toBeUndefined()
  })

  it('indents and outdents an item', () => {
    const below = indented(menu, 'about')
    expect(outline(below)).toBe('home -about --team contact')
    expect(outline(outdented(below ?? [], 'about'))).toBe('home about -team contact')
    expect(indented(menu, 'home')).toBeUndefined()
    expect(outdented(menu, 'home')).toBeUndefined()
  })

  it('moves an item anywhere except into its own subtree', () => {
    expect(outline(placed(menu, 'contact', 'about', 'inside'))).toBe('home about -team -contact')
    expect(outline(placed(menu, 'contact', 'team', 'before'))).toBe('home about -contact -team')
    expect(placed(menu, 'about', 'team', 'inside')).toBeUndefined()
  })

  it('moves the children of a removed item to its position', () => {
    expect(outline(without(menu, 'about'))).toBe('home team contact')
  })
})
