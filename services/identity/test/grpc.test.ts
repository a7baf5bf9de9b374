import { SessionServiceDef, UserServiceDef } from '@typecase/contracts/services'
import { fromTimestamp } from '@typecase/contracts/time'
import { anonymous, serviceActor } from '@typecase/kernel'
import { type Client, type GrpcServer, grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identityServer } from '../src/adapters/grpc/server.ts'
import { actorOf, caught, testApp } from './app.ts'

let test: ReturnType<typeof testApp>
let server: GrpcServer
let identity: Client<[typeof SessionServiceDef, typeof UserServiceDef]>

beforeEach(async () => {
  test = testApp()
  server = identityServer(test.app, { host: '127.0.0.1', port: 0, log: createLogger('test', 'silent') })
  await server.start()
  identity = grpcClient([SessionServiceDef, UserServiceDef], server.address())
})
afterEach(async () => {
  identity.close()
  await server.stop()
})

const fresh = { username: 'ada', email: 'ada@example.test', password: 'correct horse' }

describe('the identity service over gRPC', () => {
  it('serves a user from creation to deletion', async () => {
    const actor = actorOf(await test.user('root', 'admin'))
    const created = await identity.createUser(fresh, { actor })
    expect(created).toMatchObject({ username: 'ada', email: 'ada@example.test', role: 'editor' })
    expect(fromTimestamp(created.createdAt)).toEqual(test.clock())
    const changed = await identity.updateUser({ id: created.id, email: 'new@example.test' }, { actor })
    expect(changed).toMatchObject({
      id: created.id,
      username: 'ada',
      email: 'new@example.test',
      role: 'editor',
    })
    expect(await identity.getUser({ id: created.id }, { actor })).toEqual(changed)
    const { users, total } = await identity.listUsers({ paging: { limit: 10 } }, { actor })
    expect([users.map(({ username }) => username), total]).toEqual([['root', 'ada'], 2])
    expect((await identity.listUsers({}, { actor })).total).toBe(2)
    await identity.deleteUser({ id: created.id }, { actor })
    expect(await caught(identity.getUser({ id: created.id }, { actor }))).toMatchObject({
      kind: 'not_found',
      code: 'USER_NOT_FOUND',
    })
  })

  it('serves a session from login to logout', async () => {
    const ada = await test.user('ada', 'admin')
    const { user, token, expiresAt, deviceId, limit, remaining } = await identity.login({
      username: 'ada',
      password: 'correct horse',
    })
    expect(user).toMatchObject({ id: ada.id, role: 'admin' })
    expect([limit, remaining]).toEqual([5, 5])
    expect(fromTimestamp(expiresAt).getTime() - test.clock().getTime()).toBe(86_400_000)
    const session = await identity.verifySession({ token })
    expect(session).toMatchObject({ user: { id: ada.id, username: 'ada' }, expiresAt })
    expect(session.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await identity.login({ username: 'ada', password: 'correct horse', deviceId })).deviceId).toBe(
      deviceId,
    )
    await identity.logout({ token })
    expect(await caught(identity.verifySession({ token }))).toMatchObject({
      kind: 'unauthenticated',
      code: 'UNAUTHORIZED',
    })
  })

  it('returns errors with their fields and problems', async () => {
    const actor = actorOf(await test.user('root', 'admin'))
    const attempt = () => caught(identity.login({ username: 'root', password: 'not the password' }))
    expect(await attempt()).toMatchObject({
      code: 'INVALID_CREDENTIALS',
      fields: { limit: 5, remaining: 4, resetAt: '2026-01-01T12:15:00.000Z' },
    })
    for (let i = 0; i < 3; i++) await attempt()
    expect(await attempt()).toMatchObject({
      kind: 'limited',
      code: 'ACCOUNT_LOCKED',
      fields: { limit: 5, remaining: 0, resetAt: '2026-01-01T12:15:00.000Z', retryAfter: 900 },
    })
    const invalid = await caught(identity.createUser({ ...fresh, username: '', role: 'owner' }, { actor }))
    expect(invalid).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Username, password, and email are required',
    })
    expect(invalid.problems.map(({ path }) => path)).toEqual(['username', 'role'])
    expect(await caught(identity.createUser({ ...fresh, username: 'ROOT' }, { actor }))).toMatchObject({
      kind: 'conflict',
      code: 'DUPLICATE_USER',
    })
  })

  it('rejects a login that would exceed its deadline, before the caller times out', async () => {
    const checking = Promise.withResolvers<boolean>()
    const slow = testApp({ hasher: { ...test.ports.hasher, verify: () => checking.promise } })
    const slowServer = identityServer(slow.app, {
      host: '127.0.0.1',
      port: 0,
      log: createLogger('test', 'silent'),
    })
    await slowServer.start()
    const client = grpcClient([SessionServiceDef], slowServer.address())
    const refused = await caught(
      client.login({ username: 'ada', password: 'correct horse' }, { deadlineMs: 5_000 }),
    )
    expect(refused).toMatchObject({ kind: 'unavailable', code: 'BUSY', fields: { retryAfter: 2 } })
    checking.resolve(false)
    client.close()
    await slowServer.stop()
  })

  it('returns the remaining attempts of a username without counting an attempt', async () => {
    await test.user('ada')
    const standing = async (username: string, deviceId?: string) => {
      const { limit, remaining, resetAt } = await identity.getLoginStanding({ username, deviceId })
      return [limit, remaining, fromTimestamp(resetAt).toISOString()]
    }
    const { deviceId } = await identity.login({ username: 'ada', password: 'correct horse' })
    for (let i = 0; i < 2; i++)
      await caught(identity.login({ username: 'ada', password: 'not the password' }))
    expect(await standing(' ADA')).toEqual([5, 3, '2026-01-01T12:15:00.000Z'])
    expect(await standing(' ADA')).toEqual([5, 3, '2026-01-01T12:15:00.000Z'])
    expect(await standing('ada', deviceId)).toEqual([5, 5, '2026-01-01T12:00:00.000Z'])
    expect(await standing('unknown')).toEqual([5, 5, '2026-01-01T12:00:00.000Z'])
    for (let i = 0; i < 3; i++)
      await caught(identity.login({ username: 'ada', password: 'not the password' }))
    expect(await standing('ada')).toEqual([5, 0, '2026-01-01T12:15:00.000Z'])
  })

  it('distinguishes an empty field from an absent one', async () => {
    const actor = actorOf(await test.user('root', 'admin'))
    const refused = await caught(
      identity.updateUser({ id: actor.id, username: '', password: '', role: '' }, { actor }),
    )
    expect(refused.problems.map(({ path }) => path)).toEqual(['username', 'password', 'role'])
    expect((await identity.updateUser({ id: actor.id }, { actor })).username).toBe('root')
  })

  it('rejects anonymous callers, other services and other editors in every user operation', async () => {
    const { id } = await test.user('root', 'admin')
    for (const [actor, code] of [
      [anonymous, 'UNAUTHORIZED'],
      [serviceActor('media'), 'FORBIDDEN'],
      [actorOf(await test.user('bob')), 'FORBIDDEN'],
    ] as const) {
      const calls = [
        identity.createUser(fresh, { actor }),
        identity.getUser({ id }, { actor }),
        identity.listUsers({}, { actor }),
        identity.updateUser({ id }, { actor }),
        identity.deleteUser({ id }, { actor }),
      ]
      for (const call of calls) expect((await caught(call)).code).toBe(code)
    }
  })
})
