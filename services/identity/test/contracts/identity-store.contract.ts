import { type AppError, type Role } from '@typecase/kernel'
import { uuidv7 } from '@typecase/runtime/postgres'
import { beforeEach, expect, it } from 'vitest'
import { nodeSecrets } from '../../src/adapters/node-crypto/secrets.ts'
import { memoryHasher } from '../../src/adapters/memory/hasher.ts'
import { userTaken } from '../../src/core/errors.ts'
import { sessionEnded, userCreated } from '../../src/core/facts.ts'
import { reserveAttempt, standing, untouchedCounter } from '../../src/core/lockout.ts'
import type { IdentityStore } from '../../src/core/ports.ts'
import type { Session } from '../../src/core/sessions/session.ts'
import type { Account } from '../../src/core/users/user.ts'
import { identityApp } from '../../src/core/app.ts'
import { actorOf, caught } from '../app.ts'

export interface OpenedStore {
  readonly store: IdentityStore
  /** What was recorded since it was opened, as `type entity revision`, oldest first. */
  facts(): Promise<string[]>
}

const at = new Date('2026-01-01T12:00:00.123Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const range = (length: number) => Array.from({ length }, (_, i) => i)
const codes = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) => (result.status === 'fulfilled' ? 'OK' : ((result.reason as AppError).code ?? String(result.reason))))
const count = (all: string[], code: string) => all.filter((one) => one === code).length

/** What every IdentityStore promises. `open` gives an empty one. */
export function identityStoreContract(open: () => Promise<OpenedStore>): void {
  let store: IdentityStore
  let facts: OpenedStore['facts']
  beforeEach(async () => {
    ;({ store, facts } = await open())
  })

  const account = (username: string, role: Role = 'editor', fields: Partial<Account> = {}): Account => ({
    id: uuidv7(), username, email: `${username}@example.test`, role, createdAt: at, updatedAt: at, revision: 1, passwordHash: `hash of ${username}`, ...fields,
  })
  const added = async (...wanted: Parameters<typeof account>) => {
    const made = account(...wanted)
    await store.write((tx) => tx.users.insert(made))
    return made
  }
  const opened = async (userId: string, expiresAt = later(60)): Promise<Session> => {
    const session = { id: uuidv7(), userId, tokenHash: uuidv7(), createdAt: at, expiresAt }
    await store.write((tx) => tx.sessions.insert(session))
    return session
  }
  const appOver = () =>
    identityApp({
      store, hasher: memoryHasher(), secrets: nodeSecrets, clock: () => new Date(), newId: uuidv7, sessionSeconds: 60,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
    })

  it('gives back what was stored, to the millisecond', async () => {
    const ada = await added('Ada', 'admin')
    const { passwordHash: _, ...user } = ada
    expect(await store.read.user(ada.id)).toEqual(user)
    expect(await store.read.accountOf('ADA')).toEqual(ada)
    expect(await store.read.user(uuidv7())).toBeUndefined()
    expect(await store.read.user('no uuid')).toBeUndefined()
    expect(await store.read.accountOf('ad')).toBeUndefined()
  })

  it('lists users oldest first, then by id', async () => {
    const made = [await added('b', 'editor', { createdAt: later(1) }), await added('a', 'editor', { createdAt: later(1) }), await added('c')]
    const order = [made[2], made[0], made[1]].map((user) => user?.id)
    expect((await store.read.users({})).items.map(({ id }) => id)).toEqual(order)
    const page = await store.read.users({ limit: 1, offset: 1 })
    expect([page.items.map(({ id }) => id), page.total]).toEqual([[order[1]], 3])
    expect(await store.read.users({ offset: 5 })).toEqual({ items: [], total: 3 })
  })

  it('refuses a second user of the same name or address in any case', async () => {
    await added('Ada')
    for (const other of [account('aDA', 'editor', { email: 'x@example.test' }), account('bob', 'editor', { email: 'ADA@Example.test' })]) {
      expect(await codes([store.write((tx) => tx.users.insert(other))])).toEqual(['DUPLICATE_USER'])
    }
    expect((await store.read.users({})).total).toBe(1)
  })

  it('refuses an update to what another has, and allows the own', async () => {
    const ada = await added('ada')
    const bob = await added('bob')
    const update = (next: Account) => store.write((tx) => tx.users.update(next))
    expect(await codes([update({ ...bob, username: 'ADA' }), update({ ...bob, email: 'Ada@example.test' })])).toEqual(['DUPLICATE_USER', 'DUPLICATE_USER'])
    const next: Account = { ...bob, username: 'BOB', role: 'admin', passwordHash: 'new', updatedAt: later(1), revision: 2 }
    await update(next)
    expect(await store.read.accountOf('bob')).toEqual(next)
    expect(await store.read.accountOf('ada')).toEqual(ada)
  })

  it('makes one user of parallel inserts of one name', async () => {
    const results = await codes(range(8).map((i) => store.write((tx) => tx.users.insert(account('ada', 'editor', { email: `${i}@example.test` })))))
    expect([count(results, 'OK'), count(results, 'DUPLICATE_USER')]).toEqual([1, 7])
  })

  it('inserts a first user once, also in parallel, and never beside another', async () => {
    const firsts = await Promise.all(range(8).map((i) => store.write((tx) => tx.users.insertFirst(account(`first${i}`, 'admin')))))
    expect(firsts.filter(Boolean)).toHaveLength(1)
    expect((await store.read.users({})).total).toBe(1)
    expect(await store.write((tx) => tx.users.insertFirst(account('late', 'admin')))).toBe(false)
  })

  it('keeps nothing of work that throws, neither rows nor facts', async () => {
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
    expect((await store.write((tx) => tx.changeCounter('key', at, (counter) => ({ counter })))).counter).toEqual(untouchedCounter)
  })

  it('keeps a fact exactly with its change', async () => {
    const ada = account('ada')
    await store.write(async (tx) => {
      await tx.users.insert(ada)
      await tx.record(userCreated(ada))
    })
    expect(await facts()).toEqual([`identity.user.created user:${ada.id} 1`])
  })

  it('finds a session while it lives, with the user as it is now', async () => {
    const ada = await added('ada')
    const session = await opened(ada.id)
    await store.write((tx) => tx.users.update({ ...ada, role: 'admin', revision: 2 }))
    const found = await store.read.session(session.tokenHash, later(59.999))
    expect(found?.session).toEqual(session)
    expect(found?.user).toMatchObject({ id: ada.id, role: 'admin', createdAt: ada.createdAt })
    expect(found?.user).not.toHaveProperty('passwordHash')
    expect(await store.read.session(session.tokenHash, later(60))).toBeUndefined()
    expect(await store.read.session('other', at)).toBeUndefined()
  })

  it('ends a session once, and an expired one not at all', async () => {
    const { id } = await added('ada')
    const [live, expired] = [await opened(id), await opened(id, later(1))]
    const end = ({ tokenHash }: Session) => store.write((tx) => tx.sessions.end(tokenHash, later(2)))
    const ended = await Promise.all([end(live), end(live), end(live)])
    expect(ended.filter(Boolean)).toEqual([live])
    expect(await end(expired)).toBeUndefined()
    expect(await store.read.session(live.tokenHash, at)).toBeUndefined()
  })

  it('ends all sessions of a user but the spared one', async () => {
    const [ada, bob] = [await added('ada'), await added('bob')]
    const [own, other, expired, bobs] = [await opened(ada.id), await opened(ada.id), await opened(ada.id, later(1)), await opened(bob.id)]
    expect(await store.write((tx) => tx.sessions.endAllOf(ada.id, later(2), own.id))).toEqual([other])
    expect(await store.read.session(expired.tokenHash, at)).toBeUndefined()
    for (const { tokenHash } of [own, bobs]) expect(await store.read.session(tokenHash, at)).toBeDefined()
    expect(await store.write((tx) => tx.sessions.endAllOf(ada.id, later(2)))).toEqual([own])
  })

  it('deletes a user with sessions and devices', async () => {
    const ada = await added('ada')
    const session = await opened(ada.id)
    await store.write((tx) => tx.rememberDevice('device', ada.id, at))
    await store.write((tx) => tx.users.delete(ada.id))
    expect(await store.read.session(session.tokenHash, at)).toBeUndefined()
    await added('ada')
    expect(await store.read.knowsDevice('device', 'ada')).toBe(false)
  })

  it('knows a device for its users only, whatever the case of their names', async () => {
    const [ada] = [await added('ada'), await added('bob')]
    for (const seconds of [0, 1]) await store.write((tx) => tx.rememberDevice('device', ada.id, later(seconds)))
    expect(await Promise.all(['ada', 'ADA', 'bob', 'nobody'].map((name) => store.read.knowsDevice('device', name)))).toEqual([true, true, false, false])
    expect(await store.read.knowsDevice('other', 'ada')).toBe(false)
  })

  it('gives back counters as they were left', async () => {
    const counter = { attempts: [{ id: 'a', at, failed: true }, { id: 'b', at: later(1), failed: false }], lockedUntil: later(900) }
    await store.write((tx) => tx.changeCounter('key', at, () => ({ counter })))
    expect((await store.write((tx) => tx.changeCounter('key', at, (before) => ({ counter: before })))).counter).toEqual(counter)
    expect((await store.write((tx) => tx.changeCounter('other', at, (before) => ({ counter: before })))).counter).toEqual(untouchedCounter)
  })

  it('reserves no more than five of 20 parallel attempts', async () => {
    const reserve = (id: string) => store.write((tx) => tx.changeCounter('key', at, (before) => reserveAttempt(before, id, at)))
    const verdicts = (await Promise.all(range(20).map((i) => reserve(`a${i}`)))).map(({ verdict }) => verdict)
    expect([count(verdicts, 'granted'), count(verdicts, 'wait')]).toEqual([5, 15])
  })

  it('purges what has passed, in batches, and nothing else', async () => {
    const { id } = await added('ada')
    const live = await opened(id, later(61))
    for (const _ of range(5)) await opened(id, later(60))
    for (const [key, seconds] of [['old', 60], ['new', 61]] as const) {
      await store.write((tx) => tx.changeCounter(key, later(seconds), () => ({ counter: { attempts: [{ id: 'a', at, failed: true }] } })))
      await store.write((tx) => tx.rememberDevice(key, id, later(seconds)))
    }
    const passed = { sessionsExpiredAt: later(60), countersTouchedAt: later(60), devicesUsedAt: later(60) }
    const deleted = [await store.purge(passed, 2), await store.purge(passed, 2), await store.purge(passed, 2), await store.purge(passed, 2)]
    expect(deleted).toEqual([2, 2, 1, 0])
    expect(await store.read.session(live.tokenHash, at)).toBeDefined()
    expect(await Promise.all(['old', 'new'].map((device) => store.read.knowsDevice(device, 'ada')))).toEqual([false, true])
    const remaining = (key: string) => store.write((tx) => tx.changeCounter(key, at, (before) => ({ counter: before })))
    expect([standing((await remaining('old')).counter, at).remaining, standing((await remaining('new')).counter, at).remaining]).toEqual([5, 4])
  })

  it('leaves one administrator of eight who demote each other at once', async () => {
    const admins = await Promise.all(range(8).map((i) => added(`admin${i}`, 'admin')))
    const app = appOver()
    const results = await codes(admins.map((admin, i) => app.updateUser(actorOf(admins[(i + 1) % 8] ?? admin), admin.id, { role: 'editor' })))
    expect([count(results, 'OK'), count(results, 'LAST_ADMIN')]).toEqual([7, 1])
    expect((await store.read.users({})).items.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  it('leaves one administrator of eight who delete or demote each other at once', async () => {
    const admins = await Promise.all(range(8).map((i) => added(`admin${i}`, 'admin')))
    const app = appOver()
    const attack = (admin: Account, i: number) => {
      const actor = actorOf(admins[(i + 1) % 8] ?? admin)
      return i % 2 ? app.deleteUser(actor, admin.id) : app.updateUser(actor, admin.id, { role: 'editor' })
    }
    const results = await codes(admins.map(attack))
    expect([count(results, 'OK'), count(results, 'LAST_ADMIN')]).toEqual([7, 1])
    expect((await store.read.users({})).items.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  it('deletes a user once of five times at once', async () => {
    const [root, bob] = [await added('root', 'admin'), await added('bob')]
    const app = appOver()
    const results = await codes(range(5).map(() => app.deleteUser(actorOf(root), bob.id)))
    expect([count(results, 'OK'), count(results, 'USER_NOT_FOUND')]).toEqual([1, 4])
    expect(count(await facts(), `identity.user.deleted user:${bob.id} 2`)).toBe(1)
  })

  it('answers 20 parallel wrong logins with four failures and a lock, over two processes too', async () => {
    await store.write((tx) => tx.users.insert(account('ada', 'editor', { passwordHash: '1$correct horse' })))
    const apps = [appOver(), appOver()]
    const results = await codes(range(20).map((i) => (apps[i % 2] ?? appOver()).login({ username: 'ada', password: 'not the password' })))
    expect([count(results, 'INVALID_CREDENTIALS'), count(results, 'ACCOUNT_LOCKED')]).toEqual([4, 16])
  })

  it('lets 20 parallel right logins in', async () => {
    await store.write((tx) => tx.users.insert(account('ada', 'editor', { passwordHash: '1$correct horse' })))
    const apps = [appOver(), appOver()]
    expect(count(await codes(range(20).map((i) => (apps[i % 2] ?? appOver()).login({ username: 'ada', password: 'correct horse' }))), 'OK')).toBe(20)
  })

  it('leaves no session of the old password, however logins and a change meet', async () => {
    const ada = account('ada', 'editor', { passwordHash: '1$correct horse' })
    await store.write((tx) => tx.users.insert(ada))
    const app = appOver()
    const logins = range(4).map(() => app.login({ username: 'ada', password: 'correct horse' }))
    const [sessions] = await Promise.all([Promise.allSettled(logins), app.updateUser(actorOf(ada), ada.id, { password: 'another horse' })])
    for (const result of sessions) {
      const refusal = result.status === 'fulfilled' ? await caught(app.verifySession(result.value.token)) : (result.reason as AppError)
      expect(['UNAUTHORIZED', 'INVALID_CREDENTIALS']).toContain(refusal.code)
    }
  })

  it('keeps the pinned password from changing until the work has ended', async () => {
    const ada = await added('ada')
    const pinned = Promise.withResolvers<void>()
    const steps: string[] = []
    const login = store.write(async (tx) => {
      await tx.users.pin(ada.id)
      pinned.resolve()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.sessions.insert({ id: uuidv7(), userId: ada.id, tokenHash: 'late', createdAt: at, expiresAt: later(60) })
      steps.push('session')
    })
    await pinned.promise
    const change = store.write(async (tx) => {
      const before = await tx.users.lock(ada.id)
      if (before) await tx.users.update({ ...before, passwordHash: 'new', revision: 2 })
      steps.push('change')
      for (const session of await tx.sessions.endAllOf(ada.id, at)) await tx.record(sessionEnded(session, 'password'))
    })
    await Promise.all([login, change])
    expect(steps).toEqual(['session', 'change'])
    expect(await store.read.session('late', at)).toBeUndefined()
    expect(await facts()).toHaveLength(1)
  })
}
