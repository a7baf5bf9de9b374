import { describe, expect, it } from 'vitest'
import { followChanges, followItems, type ItemChange, type Projection } from './content-follower.ts'

interface Item {
  readonly type: 'post'
  readonly id: string
  readonly revision: number
}

const changed = (id: string, revision: number, deleted = false): ItemChange => ({
  type: 'post',
  id,
  revision,
  deleted,
})

function fixture(...owned: readonly Item[]) {
  const revisions = new Map<string, number>()
  const readIds: string[][] = []
  let cursor: string | undefined
  const projection: Projection<ItemChange, Item> = {
    revisions: () => revisions,
    async read(keys) {
      readIds.push(keys.map(({ id }) => id))
      return owned.filter(({ id }) => keys.some((key) => key.id === id))
    },
    async apply(items, deleted) {
      for (const { id, revision } of [...items, ...deleted]) revisions.set(`post ${id}`, revision)
    },
    async moveCursor(to) {
      cursor = to
    },
  }
  return { projection, revisions, readIds, cursor: () => cursor }
}

describe('following content', () => {
  it('reads each changed item once, at its newest revision, and skips applied revisions', async () => {
    const { projection, revisions, readIds } = fixture({ type: 'post', id: '1', revision: 3 })
    revisions.set('post 2', 5)
    await followItems(projection, [changed('1', 2), changed('1', 3), changed('2', 5)])
    expect(readIds).toEqual([['1']])
    expect(revisions.get('post 1')).toBe(3)
  })

  it('marks deleted items without reading them', async () => {
    const { projection, revisions, readIds } = fixture()
    await followItems(projection, [changed('1', 4, true)])
    expect([readIds, revisions.get('post 1')]).toEqual([[[]], 4])
  })

  it('works in batches and moves the cursor after the last one', async () => {
    const { projection, readIds, cursor } = fixture()
    const changes = ['1', '2', '3'].map((id) => changed(id, 1))
    expect(await followChanges(projection, undefined, { changes, cursor: '3' }, { batchSize: 2 })).toBe(true)
    expect([readIds, cursor()]).toEqual([[['1', '2'], ['3']], '3'])
  })

  it('does not move the cursor when stopped early; the next run reads only the remaining items', async () => {
    const { projection, readIds, cursor } = fixture()
    const since = { changes: ['1', '2', '3'].map((id) => changed(id, 1)), cursor: '3' }
    let batches = 0
    const mayContinue = () => batches++ < 1
    expect(await followChanges(projection, undefined, since, { batchSize: 2, mayContinue })).toBe(false)
    expect(cursor()).toBeUndefined()
    expect(await followChanges(projection, undefined, since, { batchSize: 2 })).toBe(true)
    expect([readIds, cursor()]).toEqual([[['1', '2'], ['3']], '3'])
  })

  it('does not read items that were applied in bulk', async () => {
    const { projection, readIds, cursor } = fixture()
    const bulk: string[] = []
    const applyInBulk = async (stale: readonly ItemChange[]) => bulk.push(...stale.map(({ id }) => id)) > 0
    await followChanges(
      projection,
      '1',
      { changes: [changed('1', 1)], cursor: '2' },
      { batchSize: 2, applyInBulk },
    )
    expect([bulk, readIds, cursor()]).toEqual([['1'], [], '2'])
  })
})
