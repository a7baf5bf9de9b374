import type { AppError } from '@typecase/kernel'
import { uuidv7 } from '@typecase/runtime/postgres'
import { beforeEach, expect, it } from 'vitest'
import { nodeSecrets } from '../../src/adapters/node-crypto/secrets.ts'
import { identityApp } from '../../src/core/app.ts'
import { sessionEnded } from '../../src/core/events.ts'
import type { IdentityStore } from '../../src/core/ports.ts'
import type { Account } from '../../src/core/users/user.ts'
import { actorOf, caught } from '../app.ts'
import { memoryHasher } from '../memory/hasher.ts'
import { memoryCommonPasswords } from '../memory/password-list.ts'
import { memoryRequestCounts } from '../memory/request-counts.ts'
import { memorySecurityLog } from '../memory/security-log.ts'
import { account, added as addedTo, at, codes, count, later, type OpenedStore, range } from './stored.ts'

/** Rules that hold under concurrency, for every IdentityStore. `open` returns an empty store. */
export function identityRacesContract(open: () => Promise<OpenedStore>): void {
  let store: IdentityStore
  let facts: OpenedStore['facts']
  beforeEach(async () => {
    ;({ store, facts } = await open())
  })

  const added = (...fields: Parameters<typeof account>) => addedTo(store, ...fields)
  const appOver = () =>
    identityApp({
      store,
      requestCounts: memoryRequestCounts(),
      hasher: memoryHasher(),
      common: memoryCommonPasswords(),
      security: memorySecurityLog(),
      secrets: nodeSecrets,
      clock: () => new Date(),
      newId: uuidv7,
      sessionSeconds: 60,
      loginsPerMinute: 1_000,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
    })

  it('keeps one of eight administrators who demote each other concurrently', async () => {
    const admins = await Promise.all(range(8).map((i) => added(`admin${i}`, 'admin')))
    const app = appOver()
    const results = await codes(
      admins.map((admin, i) =>
        app.updateUser(actorOf(admins[(i + 1) % 8] ?? admin), admin.id, { role: 'editor' }),
      ),
    )
    expect([count(results, 'OK'), count(results, 'LAST_ADMIN')]).toEqual([7, 1])
    expect((await store.read.users({})).items.filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  it('keeps one of eight administrators who delete or demote each other concurrently', async () => {
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

  it('deletes a user once in five concurrent attempts', async () => {
    const [root, bob] = [await added('root', 'admin'), await added('bob')]
    const app = appOver()
    const results = await codes(range(5).map(() => app.deleteUser(actorOf(root), bob.id)))
    expect([count(results, 'OK'), count(results, 'USER_NOT_FOUND')]).toEqual([1, 4])
    expect(count(await facts(), `identity.user.deleted user:${bob.id} 2`)).toBe(1)
  })

  it('lets one of eight callers claim the first administrator account, and ends its sessions', async () => {
    const apps = [appOver(), appOver()]
    const created = await apps[0]?.bootstrapAdmin({ username: 'admin', email: 'admin@example.test' })
    const code = created?.password ?? ''
    const session = await apps[1]?.login({ username: 'admin', password: code })
    const claim = (i: number) =>
      (apps[i % 2] ?? appOver()).claimFirstAdmin({
        code,
        username: `claimer${i}`,
        email: `${i}@example.test`,
        password: `a horse of ${i}`,
      })
    const results = await codes(range(8).map(claim))
    expect([count(results, 'OK'), count(results, 'SETUP_DONE')]).toEqual([1, 7])
    const { items, total } = await store.read.users({})
    expect([total, items[0]?.username]).toEqual([1, `claimer${results.indexOf('OK')}`])
    expect((await caught(appOver().verifySession(session?.token ?? ''))).code).toBe('UNAUTHORIZED')
  })

  it('limits 20 parallel wrong logins in two processes to four failures and a lock', async () => {
    await store.write((tx) => tx.users.insert(account('ada', 'editor', { passwordHash: '1$correct horse' })))
    const apps = [appOver(), appOver()]
    const results = await codes(
      range(20).map((i) =>
        (apps[i % 2] ?? appOver()).login({ username: 'ada', password: 'not the password' }),
      ),
    )
    expect([count(results, 'INVALID_CREDENTIALS'), count(results, 'ACCOUNT_LOCKED')]).toEqual([4, 16])
  })

  it('accepts 20 parallel correct logins', async () => {
    await store.write((tx) => tx.users.insert(account('ada', 'editor', { passwordHash: '1$correct horse' })))
    const apps = [appOver(), appOver()]
    expect(
      count(
        await codes(
          range(20).map((i) =>
            (apps[i % 2] ?? appOver()).login({ username: 'ada', password: 'correct horse' }),
          ),
        ),
        'OK',
      ),
    ).toBe(20)
  })

  it('leaves no session of the old password when logins and a change run concurrently', async () => {
    const ada = account('ada', 'editor', { passwordHash: '1$correct horse' })
    await store.write((tx) => tx.users.insert(ada))
    const app = appOver()
    const logins = range(4).map(() => app.login({ username: 'ada', password: 'correct horse' }))
    const [sessions] = await Promise.all([
      Promise.allSettled(logins),
      app.updateUser(actorOf(ada), ada.id, { password: 'another horse' }),
    ])
    for (const result of sessions) {
      const refusal =
        result.status === 'fulfilled'
          ? await caught(app.verifySession(result.value.token))
          : (result.reason as AppError)
      expect(['UNAUTHORIZED', 'INVALID_CREDENTIALS']).toContain(refusal.code)
    }
  })

  it('keeps a pinned password unchanged until the transaction ends', async () => {
    const ada = await added('ada')
    const pinned = Promise.withResolvers<void>()
    const steps: string[] = []
    const login = store.write(async (tx) => {
      await tx.users.pin(ada.id)
      pinned.resolve()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.sessions.insert({
        id: uuidv7(),
        userId: ada.id,
        tokenHash: 'late',
        createdAt: at,
        expiresAt: later(60),
      })
      steps.push('session')
    })
    await pinned.promise
    const change = store.write(async (tx) => {
      const before = await tx.users.lock(ada.id)
      if (before) await tx.users.update({ ...before, passwordHash: 'new', revision: 2 })
      steps.push('change')
      for (const session of await tx.sessions.endAllOf(ada.id, at))
        await tx.record(sessionEnded(session, 'password'))
    })
    await Promise.all([login, change])
    expect(steps).toEqual(['session', 'change'])
    expect(await store.read.session('late', at)).toBeUndefined()
    expect(await facts()).toHaveLength(1)
  })
}
