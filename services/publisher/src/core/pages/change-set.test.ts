import { expect, it } from 'vitest'
import { changeSet, hasChanges } from './change-set.ts'
import { Manifest } from './manifest.ts'
import type { PlannedFile } from './planned.ts'

const planned = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, digest]) => ({ path, digest }) as PlannedFile)

it('a change set has the added, changed and removed paths', () => {
  const former = Manifest.of(planned({ a: '1', b: '1', c: '1' }))
  const changes = changeSet('g', former, Manifest.of(planned({ a: '1', b: '2', d: '1' })))
  expect(changes).toEqual({
    base: 'g',
    added: new Set(['d']),
    changed: new Set(['b']),
    removed: new Set(['c']),
  })
  expect(hasChanges(changes)).toBe(true)
  expect(hasChanges(changeSet('g', former, Manifest.of(planned({ a: '1', b: '1', c: '1' }))))).toBe(false)
})

it('a manifest with other digests at some positions has the same paths', () => {
  const former = Manifest.of(planned({ a: '1', b: '1', c: '1' }))
  const manifest = former.with(new Map([[1, '2']]))
  expect([...'abcd'].map((path) => manifest.get(path))).toEqual(['1', '2', '1', undefined])
  expect(changeSet('g', former, manifest)).toEqual({
    base: 'g',
    added: new Set(),
    changed: new Set(['b']),
    removed: new Set(),
  })
  expect(former.get('b')).toBe('1')
})

it.each([
  ['changes', { a: '2', b: '1', c: '3' }, [['a', 'c'], [], []]],
  ['has one file more', { a: '1', b: '1', c: '1', d: '1' }, [[], ['d'], []]],
  ['has one file less', { a: '1', c: '2' }, [['c'], [], ['b']]],
  ['has a file of another name', { a: '1', b: '1', d: '1' }, [[], ['d'], ['c']]],
  ['has another order', { b: '2', a: '1', c: '1' }, [['b'], [], []]],
  ['stays the same', { a: '1', b: '1', c: '1' }, [[], [], []]],
])('the manifest of a site that %s has the planned files and is compared by path', (_, files, expected) => {
  const former = Manifest.of(planned({ a: '1', b: '1', c: '1' }))
  const manifest = Manifest.of(planned(files))
  expect(Object.keys(files).map((path) => manifest.get(path))).toEqual(Object.values(files))
  expect([...'abcd'].filter((path) => manifest.has(path))).toEqual(Object.keys(files).sort())
  const { changed, added, removed } = changeSet('g', former, manifest)
  expect([changed, added, removed]).toEqual(expected.map((paths) => new Set(paths)))
})
