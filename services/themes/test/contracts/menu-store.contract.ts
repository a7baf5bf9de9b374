import { serviceActor, type UserActor } from '@typecase/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { menuChanged } from '../../src/core/events.ts'
import { addMenuItem, deleteMenuItem, reorderMenu, replaceMenu } from '../../src/core/menu/change-menu.ts'
import type { MenuStore } from '../../src/core/ports.ts'

export interface OpenedMenuStore {
  /** Two instances on the same data, like two replicas. */
  readonly stores: readonly [MenuStore, MenuStore]
  facts(): Promise<readonly { readonly type: string; readonly revision: number; readonly data: unknown }[]>
  close(): Promise<void>
}

const editor: UserActor = { kind: 'user', id: 'u', username: 'ed', role: 'editor', sessionId: 's' }
const item = (id: string) => ({ id, title: `Title ${id} \u{1f600}`, url: `/${id}` })

/** Contract of MenuStore. */
export function menuStoreContract(open: () => Promise<OpenedMenuStore>): void {
  let opened: OpenedMenuStore
  let store: MenuStore
  const ids = async () => (await store.read()).items.map(({ id }) => id)
  beforeAll(async () => {
    opened = await open()
    store = opened.stores[0]
  })
  afterAll(() => opened.close())

  it('is empty before the first change', async () => {
    expect(await store.read()).toEqual({ items: [], revision: 0 })
  })

  it('stores the menu with its event', async () => {
    const menu = {
      items: [
        { ...item('a'), class: 'x', target: '_blank' },
        { ...item('b'), parent: 'a' },
      ],
      revision: 1,
    }
    await store.write(async (tx) => {
      expect(await tx.readForUpdate()).toEqual({ items: [], revision: 0 })
      await tx.save(menu)
      await tx.record(menuChanged(menu))
    })
    expect(await store.read()).toEqual(menu)
    expect((await opened.facts()).at(-1)).toMatchObject({
      type: 'themes.menu.changed',
      revision: 1,
      data: { items: 2 },
    })
  })

  it('stores neither the menu nor its event if the work throws', async () => {
    const [before, facts] = [await store.read(), await opened.facts()]
    const work = store.write(async (tx) => {
      const menu = { items: [], revision: before.revision + 1 }
      await tx.readForUpdate()
      await tx.save(menu)
      await tx.record(menuChanged(menu))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await store.read()).toEqual(before)
    expect(await opened.facts()).toEqual(facts)
  })

  it('loses no parallel change of two replicas', async () => {
    await replaceMenu({ menus: store })(editor, [])
    const revision = (await store.read()).revision
    const add = (at: number) =>
      addMenuItem({ menus: opened.stores[at % 2 === 0 ? 0 : 1] })(editor, { title: 'Same', url: '/' })
    await Promise.all(Array.from({ length: 24 }, (_, at) => add(at)))
    const menu = await store.read()
    expect(menu.revision).toBe(revision + 24)
    expect(new Set(menu.items.map(({ id }) => id)).size).toBe(24)
    const revisions = (await opened.facts()).map((fact) => fact.revision)
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b))
  })

  it('accepts only one of many parallel adds of the same id', async () => {
    await replaceMenu({ menus: store })(editor, [])
    const add = (at: number) =>
      addMenuItem({ menus: opened.stores[at % 2 === 0 ? 0 : 1] })(editor, item('race'))
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => add(at)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'DUPLICATE_ID' })
    expect(await ids()).toEqual(['race'])
  })

  it('loses no item in parallel adds, removals and reorders', async () => {
    await replaceMenu({ menus: store })(editor, ['a', 'b', 'c', 'd'].map(item))
    const [one, two] = opened.stores
    const results = await Promise.allSettled([
      addMenuItem({ menus: one })(editor, item('e')),
      addMenuItem({ menus: two })(editor, item('f')),
      deleteMenuItem({ menus: one })(editor, 'a'),
      reorderMenu({ menus: two })(editor, ['d', 'c', 'b', 'a']),
      reorderMenu({ menus: one })(editor, ['d', 'c', 'b', 'e', 'f']),
      addMenuItem({ menus: two })(editor, item('g')),
      reorderMenu({ menus: one })(editor, ['b', 'c', 'd', 'e', 'f', 'g']),
      addMenuItem({ menus: one })(editor, item('h')),
    ])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect((await ids()).toSorted()).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })

  it('can be changed by users only', async () => {
    await expect(replaceMenu({ menus: store })(serviceActor('content'), [])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(replaceMenu({ menus: store })({ kind: 'anonymous' }, [])).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
}
