import { describe, expect, it } from 'vitest'
import type { RedirectStore } from '../../src/core/redirects/redirect-store.ts'
import type { AddressStore, Redirect } from '../../src/core/site/redirects.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const redirect = (n: number, changes: Partial<Redirect> = {}): Redirect => ({
  id: id(n),
  from: `/${n}`,
  to: '/about/',
  status: 301,
  createdAt: new Date(n),
  updatedAt: new Date(n),
  ...changes,
})
const put = (store: RedirectStore, ...redirects: readonly Redirect[]) =>
  store.change(async (changes) => {
    for (const each of redirects) await changes.put(each)
  })

/** The contract of RedirectStore. */
export function redirectStoreContract(open: () => Promise<RedirectStore>): void {
  describe('redirects', () => {
    it('are returned sorted, paginated and filtered by text', async () => {
      const store = await open()
      const goneRedirect = redirect(2, { to: null, status: 410 })
      await put(store, goneRedirect, redirect(1, { to: 'https://x.test/50%_a' }))
      expect(await store.all()).toEqual([redirect(1, { to: 'https://x.test/50%_a' }), goneRedirect])
      expect(await store.list({ limit: 1, offset: 1, text: '' })).toEqual({ items: [goneRedirect], total: 2 })
      expect((await store.list({ limit: 9, offset: 0, text: '50%_a' })).items).toHaveLength(1)
      expect((await store.list({ limit: 9, offset: 0, text: '50_' })).items).toEqual([])
    })

    it('are returned as the same array until one changes', async () => {
      const store = await open()
      await put(store, redirect(1))
      const before = await store.all()
      expect(await store.all()).toBe(before)
      await put(store, redirect(1, { to: '/' }))
      expect(await store.all()).toEqual([redirect(1, { to: '/' })])
      await store.change((changes) => changes.delete(id(1)))
      expect(await store.all()).toEqual([])
    })

    it('are changed by one transaction at a time, which is rolled back if it fails', async () => {
      const store = await open()
      const adding = Array.from({ length: 5 }, (_, n) =>
        store.change(async (changes) => {
          const { length } = await changes.all()
          await changes.put(redirect(n, { to: `/${length}` }))
        }),
      )
      await Promise.all(adding)
      expect((await store.all()).map(({ to }) => to).sort()).toEqual(['/0', '/1', '/2', '/3', '/4'])
      const failing = store.change(async (changes) => {
        await changes.put(redirect(9))
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await store.all()).toHaveLength(5)
    })
  })
}

/** The contract of AddressStore. */
export function addressStoreContract(open: () => Promise<AddressStore>): void {
  const [a, b] = [`post ${id(1)}`, `page ${id(2)}`]
  const knownAddresses = async (store: AddressStore) => {
    const { current, former } = await store.known()
    return { current: Object.fromEntries(current), former: Object.fromEntries(former) }
  }

  describe('addresses', () => {
    it('become former addresses when their entry moves', async () => {
      const store = await open()
      await store.record([
        { entry: a, from: undefined, to: '/a/' },
        { entry: b, from: undefined, to: '/b/' },
      ])
      const before = await store.known()
      expect(await store.known()).toBe(before)
      await store.record([{ entry: a, from: '/a/', to: '/a2/' }])
      await store.record([{ entry: a, from: '/a2/', to: '/a3/' }])
      expect(await knownAddresses(store)).toEqual({
        current: { [a]: '/a3/', [b]: '/b/' },
        former: { '/a/': a, '/a2/': a },
      })
    })

    it('belong to the entry that had them last', async () => {
      const store = await open()
      await store.record([
        { entry: a, from: undefined, to: '/a/' },
        { entry: b, from: undefined, to: '/b/' },
      ])
      await store.record([
        { entry: a, from: '/a/', to: '/b/' },
        { entry: b, from: '/b/', to: '/a/' },
      ])
      expect(await knownAddresses(store)).toEqual({ current: { [a]: '/b/', [b]: '/a/' }, former: {} })
      await store.record([{ entry: a, from: '/b/', to: '/c/' }])
      await store.record([{ entry: b, from: '/a/', to: '/b/' }])
      expect(await knownAddresses(store)).toEqual({
        current: { [a]: '/c/', [b]: '/b/' },
        former: { '/a/': b },
      })
    })
  })
}
