import { describe, expect, it } from 'vitest'
import { caught, minute, testApp } from '../../../test/app.ts'
import { memoryHasher } from '../../../test/memory/hasher.ts'
import { busy } from '../errors.ts'

const correct = 'correct horse'
const wrong = 'not the password'

/** The error codes of logins, in order; OK for a success. */
const outcomes = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) =>
    result.status === 'fulfilled' ? 'OK' : result.reason.code,
  )

describe('login', () => {
  it('opens a session and stores only a digest of its token', async () => {
    const { app, store, user, clock, ports } = testApp()
    const ada = await user('ada')
    const { token, expiresAt, user: found } = await app.login({ username: 'Ada ', password: correct })
    expect(found).toMatchObject({ id: ada.id, username: 'ada' })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(expiresAt.getTime() - clock().getTime()).toBe(86_400_000)
    expect(await store.read.session(token, clock())).toBeUndefined()
    expect(await store.read.session(ports.secrets.digest(token), clock())).toBeDefined()
  })

  it('rejects missing fields and reports all of them', async () => {
    const { app } = testApp()
    const error = await caught(app.login({ username: ' ', password: '' }))
    expect(error).toMatchObject({ kind: 'invalid', code: 'VALIDATION_ERROR' })
    expect(error.problems.map(({ path }) => path)).toEqual(['username', 'password'])
  })

  it('returns the same error for an unknown name and a wrong password', async () => {
    const { app, user } = testApp()
    await user('ada')
    const [known, unknown] = [
      await caught(app.login({ username: 'ada', password: wrong })),
      await caught(app.login({ username: 'unknown', password: wrong })),
    ]
    expect(known).toMatchObject({
      kind: 'unauthenticated',
      code: 'INVALID_CREDENTIALS',
      message: 'Invalid username or password',
    })
    expect({ ...unknown }).toEqual({ ...known })
    expect(known.fields).toEqual({ limit: 5, remaining: 4, resetAt: '2026-01-01T12:15:00.000Z' })
  })

  it('computes a hash for every name and every password', async () => {
    const checked: (string | undefined)[] = []
    const hasher = memoryHasher()
    const verify: typeof hasher.verify = (hash, ...rest) => {
      checked.push(hash && 'a hash')
      return hasher.verify(hash, ...rest)
    }
    const { app, user } = testApp({ hasher: { ...hasher, verify } })
    await user('ada')
    await outcomes([
      app.login({ username: 'unknown', password: wrong }),
      app.login({ username: 'no\0body', password: wrong }),
      app.login({ username: 'ada', password: 'x'.repeat(100_000) }),
    ])
    expect(checked.sort()).toEqual(['a hash', undefined, undefined])
  })

  it('locks at the fifth failure, even for the correct password, and reports for how long', async () => {
    const { app, user, advance } = testApp()
    await user('ada')
    const codes: string[] = []
    for (let i = 0; i < 5; i++)
      codes.push(...(await outcomes([app.login({ username: 'ada', password: wrong })])))
    expect(codes).toEqual([...Array(4).fill('INVALID_CREDENTIALS'), 'ACCOUNT_LOCKED'])
    advance(minute / 2)
    expect(await caught(app.login({ username: 'ada', password: correct }))).toMatchObject({
      kind: 'limited',
      message: 'Account temporarily locked. Try again in 15 minutes.',
      fields: { limit: 5, remaining: 0, resetAt: '2026-01-01T12:15:00.000Z', retryAfter: 870 },
    })
    advance(13.5 * minute)
    expect((await caught(app.login({ username: 'ADA', password: correct }))).message).toContain(
      'in 1 minutes.',
    )
    advance(minute)
    expect(await outcomes([app.login({ username: 'ada', password: correct })])).toEqual(['OK'])
  })

  it('forgets failures after a success', async () => {
    const { app, user } = testApp()
    await user('ada')
    const codes: string[] = []
    for (const password of [wrong, wrong, wrong, wrong, correct, wrong, wrong, wrong, wrong])
      codes.push(...(await outcomes([app.login({ username: 'ada', password })])))
    expect(codes.filter((code) => code === 'ACCOUNT_LOCKED')).toEqual([])
    expect(codes[4]).toBe('OK')
  })

  it('rejects 100 parallel wrong logins: four as wrong, the others as locked', async () => {
    const { app, user } = testApp()
    await user('ada')
    const codes = await outcomes(
      Array.from({ length: 100 }, (_, i) => app.login({ username: i % 2 ? 'ADA' : ' ada', password: wrong })),
    )
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(4)
    expect(codes.filter((code) => code === 'ACCOUNT_LOCKED')).toHaveLength(96)
  })

  it('accepts all correct logins that run in parallel with a wrong one', async () => {
    const { app, user } = testApp()
    await user('ada')
    const codes = await outcomes(
      Array.from({ length: 20 }, (_, i) =>
        app.login({ username: 'ada', password: i === 3 ? wrong : correct }),
      ),
    )
    expect(codes.filter((code) => code === 'OK')).toHaveLength(19)
  })

  it('limits the wait for checks that hang', async () => {
    const hanging = Promise.withResolvers<boolean>()
    const { app, user, advance } = testApp({ hasher: { ...memoryHasher(), verify: () => hanging.promise } })
    await user('ada')
    const running = [1, 2, 3, 4, 5].map(() => app.login({ username: 'ada', password: correct }))
    const waiting = [
      caught(app.login({ username: 'ada', password: correct })),
      caught(app.login({ username: 'ada', password: correct })),
    ]
    await new Promise((resolve) => setTimeout(resolve, 20))
    advance(20_000)
    for (const refused of await Promise.all(waiting))
      expect(refused).toMatchObject({ kind: 'unavailable', code: 'BUSY' })
    hanging.resolve(true)
    expect(await outcomes(running)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
  })

  it('limits the failures of a network before hashing, and does not count successes', async () => {
    const hasher = memoryHasher()
    let checks = 0
    const verify: typeof hasher.verify = (...args) => {
      checks += 1
      return hasher.verify(...args)
    }
    const { app, user, advance } = testApp({ hasher: { ...hasher, verify }, loginsPerMinute: 6 })
    await user('ada')
    const attempt = (username: string, password: string, clientAddress: string, deviceId?: string) =>
      app.login({ username, password, clientAddress, deviceId })
    const { deviceId } = await attempt('ada', correct, '192.0.2.1')
    for (let n = 0; n < 20; n++) await attempt('ada', correct, '192.0.2.1')
    expect(
      await outcomes(Array.from({ length: 6 }, (_, n) => attempt(`no-${n}`, wrong, '::ffff:192.0.2.1'))),
    ).toEqual(Array(6).fill('INVALID_CREDENTIALS'))
    const before = checks
    expect(await caught(attempt('ada', correct, '192.0.2.1'))).toMatchObject({
      kind: 'limited',
      code: 'RATE_LIMITED',
      fields: { retryAfter: 10 },
    })
    expect(checks).toBe(before)
    expect(
      await outcomes([attempt('ada', correct, '192.0.2.2'), attempt('ada', correct, '192.0.2.1', deviceId)]),
    ).toEqual(['OK', 'OK'])
    advance(10_000)
    expect(await outcomes([attempt('ada', correct, '192.0.2.1')])).toEqual(['OK'])
  })

  it('keeps networks that flood one name from delaying other networks', async () => {
    const hanging = Promise.withResolvers<boolean>()
    const { app, user, advance } = testApp({
      hasher: { ...memoryHasher(), verify: () => hanging.promise },
      loginsPerMinute: 10_000,
    })
    await user('ada')
    await user('bob')
    const flood = (network: number) =>
      Array.from({ length: 250 }, () =>
        app.login({ username: 'ada', password: wrong, clientAddress: `192.0.2.${network}` }),
      )
    const floods = outcomes([1, 2, 3, 4, 5, 6].flatMap(flood))
    const quiet = app.login({ username: 'bob', password: correct, clientAddress: '192.0.2.99' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    hanging.resolve(true)
    expect((await quiet).user.username).toBe('bob')
    advance(20_000)
    const codes = await floods
    // 1000 may wait in total, 200 per network; the others are rejected immediately.
    expect(codes.filter((code) => code === 'BUSY').length).toBeGreaterThanOrEqual(490)
  })

  it('uses a separate counter for a device that the user has logged in with', async () => {
    const { app, user } = testApp()
    await user('ada')
    await user('bob')
    const { deviceId } = await app.login({ username: 'ada', password: correct })
    for (let i = 0; i < 5; i++) await outcomes([app.login({ username: 'ada', password: wrong })])
    expect((await app.login({ username: 'ada', password: correct, deviceId })).deviceId).toBe(deviceId)
    expect(await outcomes([app.login({ username: 'ada', password: correct, deviceId: 'made up' })])).toEqual([
      'ACCOUNT_LOCKED',
    ])
    const codes: string[] = []
    for (let i = 0; i < 6; i++)
      codes.push(...(await outcomes([app.login({ username: 'ada', password: wrong, deviceId })])))
    expect(codes.slice(3)).toEqual(['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'ACCOUNT_LOCKED'])
    expect((await app.login({ username: 'bob', password: correct, deviceId })).deviceId).not.toBe(deviceId)
  })

  it('opens no session if the password was changed during the check, and counts the failure', async () => {
    const hasher = memoryHasher()
    const checking = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const slow: typeof hasher.verify = async (...args) => {
      checking.resolve()
      await changed.promise
      return hasher.verify(...args)
    }
    const { app, user } = testApp({ hasher: { ...hasher, verify: slow } })
    const ada = await user('ada')
    const attempt = caught(app.login({ username: 'ada', password: correct }))
    await checking.promise
    await app.updateUser({ kind: 'user', sessionId: 'own', ...ada }, ada.id, { password: 'another horse' })
    changed.resolve()
    expect(await attempt).toMatchObject({ code: 'INVALID_CREDENTIALS', fields: { remaining: 4 } })
  })

  it('does not count an attempt whose password could not be checked', async () => {
    const hasher = memoryHasher()
    let isBusy = true
    const { app, user } = testApp({
      hasher: { ...hasher, verify: (...args) => (isBusy ? Promise.reject(busy()) : hasher.verify(...args)) },
    })
    await user('ada')
    for (let i = 0; i < 10; i++)
      expect(await caught(app.login({ username: 'ada', password: correct }))).toMatchObject({
        code: 'BUSY',
        fields: { retryAfter: 2 },
      })
    isBusy = false
    expect(await outcomes([app.login({ username: 'ada', password: correct })])).toEqual(['OK'])
  })
})

describe('a session', () => {
  it('returns the current user until it expires', async () => {
    const { app, user, advance } = testApp({ sessionSeconds: 60 })
    const ada = await user('ada')
    const root = await user('root', 'admin')
    const { token } = await app.login({ username: 'ada', password: correct })
    expect((await app.verifySession(token)).user.role).toBe('editor')
    await app.updateUser({ kind: 'user', sessionId: 'x', ...root }, ada.id, { role: 'admin' })
    expect((await app.verifySession(token)).user.role).toBe('admin')
    advance(minute - 1)
    await app.verifySession(token)
    advance(1)
    expect(await caught(app.verifySession(token))).toMatchObject({
      kind: 'unauthenticated',
      code: 'UNAUTHORIZED',
    })
    expect(await caught(app.logout(token))).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is ended once by logout, without affecting other sessions', async () => {
    const { app, user, store } = testApp()
    const ada = await user('ada')
    const [first, second] = [
      await app.login({ username: 'ada', password: correct }),
      await app.login({ username: 'ada', password: correct }),
    ]
    const { sessionId } = await app.verifySession(first.token)
    await app.logout(first.token)
    expect(await caught(app.verifySession(first.token))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await caught(app.logout(first.token))).toMatchObject({ code: 'UNAUTHORIZED' })
    await app.verifySession(second.token)
    const ended = {
      type: 'identity.session.ended',
      entity: `session:${sessionId}`,
      revision: 1,
      data: { id: sessionId, userId: ada.id, reason: 'logout' },
    }
    expect(await store.facts()).toEqual([ended])
  })
})
