import { type CloudEvent, parseEvent } from '@typecase/contracts/events'
import { SessionServiceDef, UserServiceDef } from '@typecase/contracts/services'
import { localEventBus } from '@typecase/messaging/events'
import { ConfigError } from '@typecase/runtime/config'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { afterEach, describe, expect, it } from 'vitest'
import { composeIdentity, type IdentityService } from '../src/compose.ts'
import { identityConfig } from '../src/config.ts'
import { emptyProfile } from '../src/core/users/profile.ts'
import { actorOf, caught } from './app.ts'

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

describe('the settings', () => {
  it('report all errors together', () => {
    const invalid = () =>
      identityConfig({ GRPC_PORT: 'x', SESSION_TTL: '0', ADMIN_PASSWORD: 'short', ADMIN_EMAIL: 'unknown' })
    expect(invalid).toThrow(ConfigError)
    for (const name of [
      'DATABASE_URL',
      'GRPC_PORT',
      'SERVICE_KEYS',
      'SESSION_TTL',
      'ADMIN_PASSWORD',
      'ADMIN_EMAIL',
    ])
      expect(invalid).toThrow(name)
  })

  it('require NATS_URL unless a bus is passed in', () => {
    expect(() =>
      composeIdentity(identityConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/x', SERVICE_KEYS: 'off' }), {
        log,
      }),
    ).toThrow('NATS_URL is required')
  })
})

describe.skipIf(skip)(label('the composed service', skip), () => {
  /** A database and bus for several replicas. */
  async function installation() {
    const { url, schema, drop } = await freshSchema('identity')
    const busSchema = await freshSchema('identity_bus')
    const busPostgres = openPostgres({ url, schema: busSchema.schema, log })
    const bus = localEventBus({ postgres: busPostgres, schema: busSchema.schema, log })
    closings.push(drop, busSchema.drop, busPostgres.close, bus.close)
    return {
      bus,
      async start(env: Record<string, string> = {}): Promise<IdentityService> {
        const config = identityConfig({
          DATABASE_URL: url,
          DATABASE_SCHEMA: schema,
          GRPC_PORT: '0',
          SERVICE_KEYS: 'off',
          HASH_CONCURRENCY: '1',
          ...env,
        })
        const service = composeIdentity(config, { bus, log })
        await service.start()
        closings.push(service.stop)
        return service
      },
    }
  }
  const clientOf = (service: IdentityService) => {
    const client = grpcClient([SessionServiceDef, UserServiceDef], service.address())
    closings.push(async () => client.close())
    return client
  }

  it('creates one administrator if two replicas start on an empty database', async () => {
    const { start } = await installation()
    const replicas = await Promise.all([start(), start()])
    const created = replicas.map((replica) => replica.bootstrap()).filter((admin) => admin !== undefined)
    expect(created).toHaveLength(1)
    const { username = '', password = '' } = created[0] ?? {}
    for (const replica of replicas) {
      const { user } = await clientOf(replica).login({ username, password })
      expect(user).toMatchObject({ username: 'admin', role: 'admin' })
    }
    expect((await start()).bootstrap()).toBeUndefined()
  })

  it('creates the administrator from the settings', async () => {
    const { start } = await installation()
    const service = await start({
      ADMIN_USERNAME: 'root',
      ADMIN_PASSWORD: 'correct horse',
      ADMIN_EMAIL: 'root@example.test',
    })
    expect(service.bootstrap()).toEqual({ username: 'root', password: undefined })
    expect(
      (await clientOf(service).login({ username: 'root', password: 'correct horse' })).user,
    ).toMatchObject({
      email: 'root@example.test',
    })
  })

  it('applies a logout, a new role and a new password immediately in every replica', async () => {
    const { start } = await installation()
    const [one, other] = (
      await Promise.all([
        start({ ADMIN_PASSWORD: 'correct horse' }),
        start({ ADMIN_PASSWORD: 'correct horse' }),
      ])
    ).map(clientOf)
    if (!one || !other) throw new Error('two replicas')
    const { user, token } = await one.login({ username: 'admin', password: 'correct horse' })
    const { sessionId } = await other.verifySession({ token })
    const actor = actorOf(
      {
        id: user?.id ?? '',
        username: 'admin',
        role: 'admin',
        profile: emptyProfile,
        email: '',
        createdAt: new Date(),
        updatedAt: new Date(),
        revision: 1,
      },
      sessionId,
    )
    const bob = await one.createUser(
      { username: 'bob', email: 'bob@example.test', password: 'correct horse' },
      { actor },
    )
    const bobs = await other.login({ username: 'bob', password: 'correct horse' })
    await one.updateUser({ id: bob.id, role: 'admin' }, { actor })
    expect((await other.verifySession({ token: bobs.token })).user).toMatchObject({ role: 'admin' })
    await one.updateUser({ id: bob.id, password: 'another horse' }, { actor })
    expect((await caught(other.verifySession({ token: bobs.token }))).code).toBe('UNAUTHORIZED')
    await other.logout({ token })
    expect((await caught(one.verifySession({ token }))).code).toBe('UNAUTHORIZED')
  })

  it.each(['admin', 'unknown'])(
    'rejects 100 parallel wrong logins as %s on two replicas: four as wrong, the others as locked',
    async (username) => {
      const { start } = await installation()
      const replicas = (await Promise.all([start(), start()])).map(clientOf)
      const wrong = { username, password: 'not the password' }
      const attempts = Array.from({ length: 100 }, (_, i) =>
        replicas[i % 2]?.login(wrong, { deadlineMs: 60_000 }),
      )
      const codes = (await Promise.allSettled(attempts)).map((result) =>
        result.status === 'fulfilled' ? 'OK' : result.reason.code,
      )
      expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(4)
      expect(codes.filter((code) => code === 'ACCOUNT_LOCKED')).toHaveLength(96)
    },
  )

  it('publishes events that match the catalogue, without names and secrets', async () => {
    const { start, bus } = await installation()
    const events: CloudEvent[] = []
    const handle = async (delivery: { event: unknown; ack(): Promise<void> }) => {
      events.push(delivery.event as CloudEvent)
      await delivery.ack()
    }
    const subscription = await bus.consume({ durable: 'test', subjects: ['typecase.identity.>'], handle })
    closings.push(subscription.stop)
    const identity = clientOf(await start({ ADMIN_PASSWORD: 'correct horse' }))
    const { token } = await identity.login({ username: 'admin', password: 'correct horse' })
    await identity.logout({ token })
    await expect.poll(() => events.length, { timeout: 10_000 }).toBe(2)
    expect(events.map((event) => parseEvent(event).type)).toEqual([
      'identity.user.created',
      'identity.session.ended',
    ])
    for (const secret of ['correct horse', token, 'admin@', '"admin"'])
      expect(JSON.stringify(events).replaceAll('"role":"admin"', '')).not.toContain(secret)
  })

  it('rejects an easily guessed ADMIN_PASSWORD at startup, and names the setting', async () => {
    const { start } = await installation()
    const refused = start({ ADMIN_PASSWORD: 'password' }).catch((error: unknown) => error)
    expect(await refused).toMatchObject({
      name: 'ConfigError',
      errors: [expect.stringMatching(/^ADMIN_PASSWORD is rejected: This pass/)],
    })
    await start({ ADMIN_PASSWORD: 'admin-password' })
    // The password is only used at the first start, so it is not checked if users exist.
    await start({ ADMIN_PASSWORD: 'password' })
  })
})
