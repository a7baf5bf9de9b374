import { uuidv7 } from '@typecase/runtime/postgres'
import { beforeEach, expect, it } from 'vitest'
import { userTaken } from '../../src/core/errors.ts'
import { userCreated } from '../../src/core/events.ts'
import { reserveAttempt, untouchedCounter } from '../../src/core/lockout.ts'
import type { IdentityStore } from '../../src/core/ports.ts'
import type { Account } from '../../src/core/users/user.ts'
import { account, added as addedTo, at, codes, count, later, type OpenedStore, range } from './stored.ts'

/** Contract of users and events for every IdentityStore. `open` returns an empty store. */
export function userRecordsContract(open: () => Promise<OpenedStore>): void {
  let store: IdentityStore
  let facts: OpenedStore['facts']
  beforeEach(async () => {
    ;({ store, facts } = await open())
  })

  const added = (...fields: Parameters<typeof account>) => addedTo(store, ...fields)

  it('returns what was stored, to the millisecond', async () => {
    const ada = await added('Ada', 'admin')
    const { passwordHash: _, hasGeneratedPassword: __, ...user } = ada
    expect(await store.read.user(ada.id)).toEqual(user)
    expect(await store.read.accountOf('ADA')).toEqual(ada)
    expect(await store.read.user(uuidv7())).toBeUndefined()
    expect(await store.read.user('no uuid')).toBeUndefined()
    expect(await store.read.accountOf('ad')).toBeUndefined()
  })

  it('finds a user only by the id in lower case, so that comparing ids as text is safe', async () => {
    const ada = await added('Ada')
    const upperCaseId = ada.id.toUpperCase()
    expect(upperCaseId).not.toBe(ada.id)
    expect(await store.read.user(upperCaseId)).toBeUndefined()
    expect(await store.write((tx) => tx.users.lock(upperCaseId))).toBeUndefined()
    expect(await store.write((tx) => tx.users.pin(upperCaseId))).toBeUndefined()
  })

  it('lists users oldest first, then by id', async () => {
    const created = [
      await added('b', 'editor', { createdAt: later(1) }),
      await added('a', 'editor', { createdAt: later(1) }),
      await added('c'),
    ]
    const order = [created[2], created[0], created[1]].map((user) => user?.id)
    expect((await store.read.users({})).items.map(({ id }) => id)).toEqual(order)
    const page = await store.read.users({ limit: 1, offset: 1 })
    expect([page.items.map(({ id }) => id), page.total]).toEqual([[order[1]], 3])
    expect(await store.read.users({ offset: 5 })).toEqual({ items: [], total: 3 })
  })

  it('rejects a second user with the same name or email address, case-insensitive', async () => {
    await added('Ada')
    for (const other of [
      account('aDA', 'editor', { email: 'x@example.test' }),
      account('bob', 'editor', { email: 'ADA@Example.test' }),
    ]) {
      expect(await codes([store.write((tx) => tx.users.insert(other))])).toEqual(['DUPLICATE_USER'])
    }
    expect((await store.read.users({})).total).toBe(1)
  })

  it('rejects an update to the name or email address of another user, and allows other updates', async () => {
    const ada = await added('ada')
    const bob = await added('bob')
    const update = (next: Account) => store.write((tx) => tx.users.update(next))
    expect(
      await codes([update({ ...bob, username: 'ADA' }), update({ ...bob, email: 'Ada@example.test' })]),
    ).toEqual(['DUPLICATE_USER', 'DUPLICATE_USER'])
    const next: Account = {
      ...bob,
      username: 'BOB',
      role: 'admin',
      passwordHash: 'new',
      updatedAt: later(1),
      revision: 2,
    }
    await update(next)
    expect(await store.read.accountOf('bob')).toEqual(next)
    expect(await store.read.accountOf('ada')).toEqual(ada)
  })

  it('creates only one user for parallel inserts of the same name', async () => {
    const results = await codes(
      range(8).map((i) =>
        store.write((tx) => tx.users.insert(account('ada', 'editor', { email: `${i}@example.test` }))),
      ),
    )
    expect([count(results, 'OK'), count(results, 'DUPLICATE_USER')]).toEqual([1, 7])
  })

  it('inserts a first user once, even in parallel, and never if another user exists', async () => {
    const firsts = await Promise.all(
      range(8).map((i) => store.write((tx) => tx.users.insertFirst(account(`first${i}`, 'admin')))),
    )
    expect(firsts.filter(Boolean)).toHaveLength(1)
    expect((await store.read.users({})).total).toBe(1)
    expect(await store.write((tx) => tx.users.insertFirst(account('late', 'admin')))).toBe(false)
  })

  it('reports the account with a generated password, and whether the setup is finished', async () => {
    await added('bob')
    expect(await store.read.setup()).toEqual({ unclaimed: undefined, finished: false })
    const ada = await added('ada', 'admin', { hasGeneratedPassword: true })
    expect(await store.read.setup()).toEqual({ unclaimed: ada, finished: false })
    await store.write((tx) => tx.users.update({ ...ada, hasGeneratedPassword: false }))
    await Promise.all(range(4).map((i) => store.write((tx) => tx.finishSetup(later(i)))))
    expect(await store.read.setup()).toEqual({ unclaimed: undefined, finished: true })
  })

  it('stores neither rows nor events of work that throws', async () => {
    const ada = account('ada')
    const failing = store.write(async (tx) => {
      await tx.users.insert(ada)
      await tx.changeCounter('key', at, (before) => reserveAttempt(before, 'a', at))
      await tx.record(userCreated(ada))
      throw userTaken()
    })
    expect(await codes([failing])).toEqual(['DUPLICATE_USER'])
    expect(await store.read.accountOf('ada')).toBeUndefined()
    expect(await facts()).toEqual([])
    expect(
      (await store.write((tx) => tx.changeCounter('key', at, (counter) => ({ counter })))).counter,
    ).toEqual(untouchedCounter)
  })

  it('stores an event with its change', async () => {
    const ada = account('ada')
    await store.write(async (tx) => {
      await tx.users.insert(ada)
      await tx.record(userCreated(ada))
    })
    expect(await facts()).toEqual([`identity.user.created user:${ada.id} 1`])
  })
}
