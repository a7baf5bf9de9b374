import { AppError } from '@typecase/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themeInstalled, themeRemoved, themeSwitched } from '../../src/core/events.ts'
import type { ThemeStore } from '../../src/core/ports.ts'
import type { InstalledTheme } from '../../src/core/themes/theme.ts'

export interface OpenedThemeStore {
  /** Two instances on the same data, like two replicas. */
  readonly stores: readonly [ThemeStore, ThemeStore]
  facts(): Promise<readonly { readonly type: string; readonly entity: string; readonly revision: number }[]>
  setClock(at: Date): void
  close(): Promise<void>
}

let count = 0
const fresh = (stem: string) => `${stem}-${++count}`

function theme(name: string, { version = '1.0.0', bundled = false } = {}): InstalledTheme {
  const digest = Buffer.from(`${name} ${version}`).toString('hex')
  const metadata = {
    title: 'A \u0000 title \ud83d\ude00',
    description: 'x',
    version,
    author: 'y',
    more: { __proto: 1 },
  }
  return {
    name,
    bundled,
    current: {
      name,
      version,
      digest,
      metadata,
      files: [{ path: 'templates/layout.html', sha256: `sha-${digest}`, size: 3 }],
    },
  }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  )

/** Contract of ThemeStore. */
export function themeStoreContract(open: () => Promise<OpenedThemeStore>): void {
  let opened: OpenedThemeStore
  let store: ThemeStore
  beforeAll(async () => {
    opened = await open()
    store = opened.stores[0]
  })
  afterAll(() => opened.close())
  const install = (installed: InstalledTheme) => store.write((tx) => tx.save(installed))

  it('has no active theme at first', async () => {
    expect(await store.active()).toBeUndefined()
  })

  it('returns a saved theme by name and in the list, and its version by digest', async () => {
    const saved = theme(fresh('saved'), { bundled: true })
    await install(saved)
    expect(await store.find(saved.name)).toEqual(saved)
    expect(await store.list()).toContainEqual(saved)
    expect(await store.version(saved.name, saved.current.digest)).toEqual(saved.current)
    expect(await store.find(fresh('unknown'))).toBeUndefined()
    expect(await store.version(saved.name, 'other')).toBeUndefined()
  })

  it('lists by name', async () => {
    for (const stem of ['zz', 'aa']) await install(theme(fresh(stem)))
    const names = (await store.list()).map(({ name }) => name)
    expect(names).toEqual([...names].sort())
  })

  it('replaces a theme and keeps its earlier version readable', async () => {
    const name = fresh('replaced')
    const [before, after] = [theme(name), theme(name, { version: '2.0.0' })]
    await install(before)
    await install(after)
    expect(await store.find(name)).toEqual(after)
    expect((await store.list()).filter((entry) => entry.name === name)).toHaveLength(1)
    expect(await store.version(name, before.current.digest)).toEqual(before.current)
  })

  it('returns the previous version of a theme until the theme is saved without it', async () => {
    const name = fresh('kept')
    const [old, current] = [theme(name), theme(name, { version: '2.0.0' })]
    await install(old)
    const both = { ...current, previous: old.current }
    await install(both)
    expect(await store.find(name)).toEqual(both)
    expect(await store.list()).toContainEqual(both)
    await install(current)
    expect(await store.find(name)).toEqual(current)
  })

  it('activates installed themes only', async () => {
    const chosen = theme(fresh('chosen'))
    await install(chosen)
    await store.write((tx) => tx.activate(chosen.name))
    expect(await store.active()).toEqual(chosen)
    expect(await codeOf(store.write((tx) => tx.activate(fresh('unknown'))))).toBe('THEME_NOT_FOUND')
    expect(await store.active()).toEqual(chosen)
  })

  it('removes a theme but never the active one', async () => {
    const [active, other] = [theme(fresh('active')), theme(fresh('other'))]
    await install(active)
    await install(other)
    await store.write((tx) => tx.activate(active.name))
    expect(await codeOf(store.write((tx) => tx.remove(active.name)))).toBe('THEME_ACTIVE')
    await store.write((tx) => tx.remove(other.name))
    expect(await store.find(other.name)).toBeUndefined()
    expect(await store.find(active.name)).toEqual(active)
    expect(await store.version(other.name, other.current.digest)).toEqual(other.current)
  })

  it('stores neither rows nor events if the work throws', async () => {
    const unlucky = theme(fresh('unlucky'))
    const before = await opened.facts()
    const active = await store.active()
    const work = store.write(async (tx) => {
      await tx.save(unlucky)
      await tx.activate(unlucky.name)
      await tx.record(themeInstalled(unlucky))
      expect(await tx.find(unlucky.name)).toEqual(unlucky)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await store.find(unlucky.name)).toBeUndefined()
    expect(await store.active()).toEqual(active)
    expect(await opened.facts()).toEqual(before)
  })

  it('records events with an increasing revision, even across a removal', async () => {
    const again = theme(fresh('again'))
    await store.write(async (tx) => {
      await tx.save(again)
      await tx.record(themeInstalled(again))
    })
    await store.write(async (tx) => {
      await tx.remove(again.name)
      await tx.record(themeRemoved(again))
    })
    await store.write(async (tx) => {
      await tx.save(again)
      await tx.record(themeInstalled(again))
      await tx.record(themeSwitched(again, 'before'))
    })
    const recorded = (await opened.facts()).filter(({ entity }) => entity === `theme:${again.name}`)
    expect(recorded.map(({ type }) => type)).toEqual([
      'themes.theme.installed',
      'themes.theme.removed',
      'themes.theme.installed',
      'themes.theme.switched',
    ])
    const [first, second, third, fourth] = recorded.map(({ revision }) => revision) as [
      number,
      number,
      number,
      number,
    ]
    expect([first > 0, second > first, third > second, fourth === third]).toEqual([true, true, true, true])
  })

  it('serializes writes of both replicas', async () => {
    const name = fresh('raced')
    await install(theme(name, { version: '0.0.0' }))
    const bump = (at: number) =>
      opened.stores[at % 2 === 0 ? 0 : 1].write(async (tx) => {
        const before = await tx.find(name)
        const patch = Number(before?.current.version.split('.')[2])
        await new Promise((resolve) => setTimeout(resolve, 1))
        await tx.save(theme(name, { version: `0.0.${patch + 1}` }))
      })
    await Promise.all(Array.from({ length: 20 }, (_, at) => bump(at)))
    expect((await store.find(name))?.current.version).toBe('0.0.20')
  })

  it('has an active theme after a theme is activated and removed concurrently', async () => {
    const base = theme(fresh('base'))
    await install(base)
    for (let round = 0; round < 20; round++) {
      await store.write((tx) => tx.activate(base.name))
      const raced = theme(fresh('race'))
      await install(raced)
      const [switched, removed] = await Promise.all([
        codeOf(opened.stores[0].write((tx) => tx.activate(raced.name))),
        codeOf(opened.stores[1].write((tx) => tx.remove(raced.name))),
      ])
      expect([
        ['none', 'THEME_ACTIVE'],
        ['THEME_NOT_FOUND', 'none'],
      ]).toContainEqual([switched, removed])
      const active = await store.active()
      expect(active?.name).toBe(switched === 'none' ? raced.name : base.name)
    }
  })

  describe('pruning', () => {
    const old = new Date('2026-01-01T00:00:00Z')
    const later = new Date('2026-01-02T00:00:00Z')
    const prune = async () => {
      const dropped: string[] = []
      await store.prune(later, async (sha256) => void dropped.push(sha256))
      return dropped
    }

    it('drops unused file contents exactly once', async () => {
      opened.setClock(old)
      const hash = fresh('unused')
      await store.claimFiles([hash])
      expect(await prune()).toContain(hash)
      expect(await prune()).not.toContain(hash)
    })

    it('keeps contents of an installed version, and contents claimed after the given time', async () => {
      opened.setClock(old)
      const used = theme(fresh('used'))
      const claimed = fresh('claimed')
      await store.claimFiles([...used.current.files.map(({ sha256 }) => sha256), claimed])
      await install(used)
      opened.setClock(new Date('2026-01-03T00:00:00Z'))
      await store.claimFiles([claimed])
      const dropped = await prune()
      expect(dropped).not.toContain(claimed)
      expect(dropped).not.toContain(used.current.files[0]?.sha256)
    })

    it('keeps the version for a rollback until the theme is removed', async () => {
      opened.setClock(old)
      const name = fresh('back')
      const [previous, current] = [theme(name), theme(name, { version: '2.0.0' })]
      await store.claimFiles(
        [previous, current].flatMap(({ current: { files } }) => files.map(({ sha256 }) => sha256)),
      )
      await install(previous)
      await install({ ...current, previous: previous.current })
      expect(await prune()).not.toContain(previous.current.files[0]?.sha256)
      expect((await store.find(name))?.previous).toEqual(previous.current)
      await store.write((tx) => tx.remove(name))
      expect(await prune()).toContain(previous.current.files[0]?.sha256)
    })

    it('deletes versions replaced or removed before a given time, with their contents', async () => {
      opened.setClock(old)
      const name = fresh('swept')
      const [retired, back, current] = [
        theme(name, { version: '1.0.0' }),
        theme(name, { version: '2.0.0' }),
        theme(name, { version: '3.0.0' }),
      ]
      await store.claimFiles(
        [retired, back, current].flatMap(({ current: { files } }) => files.map(({ sha256 }) => sha256)),
      )
      for (const next of [retired, back, current, back]) await install(next)
      opened.setClock(new Date('2026-01-03T00:00:00Z'))
      await install(current)
      expect(await prune()).toEqual([retired.current.files[0]?.sha256])
      expect(await store.version(name, retired.current.digest)).toBeUndefined()
      expect(await store.version(name, back.current.digest)).toEqual(back.current)
      expect(await store.find(name)).toEqual(current)
    })

    it('retries contents that could not be dropped', async () => {
      opened.setClock(old)
      const hash = fresh('stuck')
      await store.claimFiles([hash])
      await expect(
        store.prune(later, async () => Promise.reject(new Error('store unavailable'))),
      ).rejects.toThrow('store unavailable')
      expect(await prune()).toContain(hash)
    })
  })
}
