import { beforeEach, expect, it } from 'vitest'
import { reserveAttempt, standing, untouchedCounter } from '../../src/core/lockout.ts'
import type { IdentityStore } from '../../src/core/ports.ts'
import type { Session } from '../../src/core/sessions/session.ts'
import {
  type account,
  added as addedTo,
  at,
  count,
  later,
  type OpenedStore,
  opened as openedIn,
  range,
} from './stored.ts'

/** Contract of sessions, devices and counters for every IdentityStore. `open` returns an empty store. */
export function sessionRecordsContract(open: () => Promise<OpenedStore>): void {
  let store: IdentityStore
  beforeEach(async () => {
    ;({ store } = await open())
  })

  const added = (...fields: Parameters<typeof account>) => addedTo(store, ...fields)
  const opened = (userId: string, expiresAt?: Date) => openedIn(store, userId, expiresAt)

  it('finds a session until it expires, with the current user', async () => {
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

  it('ends a session once, and never an expired one', async () => {
    const { id } = await added('ada')
    const [live, expired] = [await opened(id), await opened(id, later(1))]
    const end = ({ tokenHash }: Session) => store.write((tx) => tx.sessions.end(tokenHash, later(2)))
    const ended = await Promise.all([end(live), end(live), end(live)])
    expect(ended.filter(Boolean)).toEqual([live])
    expect(await end(expired)).toBeUndefined()
    expect(await store.read.session(live.tokenHash, at)).toBeUndefined()
  })

  it('ends all sessions of a user except one', async () => {
    const [ada, bob] = [await added('ada'), await added('bob')]
    const [own, other, expired, bobs] = [
      await opened(ada.id),
      await opened(ada.id),
      await opened(ada.id, later(1)),
      await opened(bob.id),
    ]
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

  it('finds a device for its users only, case-insensitive', async () => {
    const [ada] = [await added('ada'), await added('bob')]
    for (const seconds of [0, 1])
      await store.write((tx) => tx.rememberDevice('device', ada.id, later(seconds)))
    expect(
      await Promise.all(
        ['ada', 'ADA', 'bob', 'unknown'].map((name) => store.read.knowsDevice('device', name)),
      ),
    ).toEqual([true, true, false, false])
    expect(await store.read.knowsDevice('other', 'ada')).toBe(false)
  })

  it('returns counters as stored', async () => {
    const counter = {
      attempts: [
        { id: 'a', at, failed: true },
        { id: 'b', at: later(1), failed: false },
      ],
      lockedUntil: later(900),
    }
    await store.write((tx) => tx.changeCounter('key', at, () => ({ counter })))
    expect(await store.read.counter('key')).toEqual(counter)
    expect(
      (await store.write((tx) => tx.changeCounter('key', at, (before) => ({ counter: before })))).counter,
    ).toEqual(counter)
    expect(
      (await store.write((tx) => tx.changeCounter('other', at, (before) => ({ counter: before })))).counter,
    ).toEqual(untouchedCounter)
  })

  it('reads a counter without creating one', async () => {
    expect(await store.read.counter('key')).toEqual(untouchedCounter)
    const all = { sessionsExpiredAt: later(60), countersTouchedAt: later(60), devicesUsedAt: later(60) }
    expect(await store.purge(all, 10)).toBe(0)
  })

  it('reserves at most five of 20 parallel attempts', async () => {
    const reserve = (id: string) =>
      store.write((tx) => tx.changeCounter('key', at, (before) => reserveAttempt(before, id, at)))
    const verdicts = (await Promise.all(range(20).map((i) => reserve(`a${i}`)))).map(({ verdict }) => verdict)
    expect([count(verdicts, 'granted'), count(verdicts, 'wait')]).toEqual([5, 15])
  })

  it('purges expired rows only, in batches', async () => {
    const { id } = await added('ada')
    const live = await opened(id, later(61))
    for (const _ of range(5)) await opened(id, later(60))
    for (const [key, seconds] of [
      ['old', 60],
      ['new', 61],
    ] as const) {
      await store.write((tx) =>
        tx.changeCounter(key, later(seconds), () => ({
          counter: { attempts: [{ id: 'a', at, failed: true }] },
        })),
      )
      await store.write((tx) => tx.rememberDevice(key, id, later(seconds)))
    }
    const limits = { sessionsExpiredAt: later(60), countersTouchedAt: later(60), devicesUsedAt: later(60) }
    const deleted = [
      await store.purge(limits, 2),
      await store.purge(limits, 2),
      await store.purge(limits, 2),
      await store.purge(limits, 2),
    ]
    expect(deleted).toEqual([2, 2, 1, 0])
    expect(await store.read.session(live.tokenHash, at)).toBeDefined()
    expect(await Promise.all(['old', 'new'].map((device) => store.read.knowsDevice(device, 'ada')))).toEqual([
      false,
      true,
    ])
    const remaining = (key: string) =>
      store.write((tx) => tx.changeCounter(key, at, (before) => ({ counter: before })))
    expect([
      standing((await remaining('old')).counter, at).remaining,
      standing((await remaining('new')).counter, at).remaining,
    ]).toEqual([5, 4])
  })
}
