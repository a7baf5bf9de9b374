import { expect, it } from 'vitest'
import { changedPaths, changeSet, hasChanges } from './change-set.ts'
import type { PlannedFile } from './planned.ts'

const planned = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, digest]) => ({ path, digest }) as PlannedFile)

it('a change set has the added, changed and removed paths', () => {
  const former = new Map(Object.entries({ a: '1', b: '1', c: '1' }))
  const changes = changeSet('g', former, planned({ a: '1', b: '2', d: '1' }))
  expect(changes).toEqual({
    base: 'g',
    added: new Set(['d']),
    changed: new Set(['b']),
    removed: new Set(['c']),
  })
  expect([hasChanges(changes), changedPaths(changes)]).toEqual([true, new Set(['d', 'b', 'c'])])
  expect(hasChanges(changeSet('g', former, planned({ a: '1', b: '1', c: '1' })))).toBe(false)
})
