/** The NATS users of the services, on a real server with their configuration. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventServices, eventUse } from '@typecase/contracts/event-users'
import { createLogger } from '@typecase/runtime/log'
import { type NatsServer, startNats } from '@typecase/testing/backing/nats'
import { label, testNats } from '@typecase/testing/infra'
import { AckPolicy, connect, type NatsConnection, nanos } from 'nats'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectionOptions, jetStreamEventBus } from '../../src/events/index.ts'
import { operatorUser, readerUser, systemUsers, userOf, usersConfig } from '../../src/nats-users/index.ts'
import {
  aJob,
  allResults,
  cleanups,
  offerJob,
  queue,
  waitOptions,
  worker,
} from '../work-queue/uppercase-jobs.ts'

const { skip } = await testNats()
const externalServer =
  process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs a server with users of its own' : undefined
const log = createLogger('test', 'silent')
const team = readerUser('search-team')
const consumers = eventServices.flatMap((service) =>
  eventUse[service].consumers.map((durable) => [service, durable] as const),
)
const password = randomBytes(12).toString('hex')

describe.skipIf(skip ?? externalServer)(label('the NATS users', skip ?? externalServer), () => {
  let dir: string
  let server: NatsServer

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
    const configFile = join(dir, 'nats.conf')
    const users = [...systemUsers, team]
    await writeFile(
      configFile,
      usersConfig(users, Object.fromEntries(users.map(({ name }) => [name, password]))),
    )
    server = await startNats({ dir: join(dir, 'data'), configFile })
    // Creates the stream and its consumers as the services do.
    for (const service of eventServices) {
      const { bus } = busOf(userOf(service))
      for (const durable of eventUse[service].consumers)
        await bus.consume({
          durable,
          subjects: ['typecase.content.>', 'typecase.themes.>'],
          handle: (delivery) => delivery.ack(),
        })
    }
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }, 60_000)
  afterAll(async () => {
    await server?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const urlOf = (user: string) => server.url.replace('//', `//${user}:${password}@`)
  function busOf(user: string) {
    const bus = jetStreamEventBus({ url: urlOf(user), log })
    cleanups.push(bus.close)
    return { bus }
  }
  async function as(user: string): Promise<NatsConnection> {
    const connection = await connect(connectionOptions(urlOf(user)))
    onTestFinished(() => connection.close())
    return connection
  }
  const managed = async (user: string) => (await as(user)).jetstreamManager({ checkAPI: false })
  const eventOf = (service: string) => ({
    ...event,
    source: `typecase/${service}`,
    type: `typecase.${service}.thing.changed.v1`,
  })
  const event = {
    ...{ specversion: '1.0' as const, id: '01890a5d-ac96-774b-bcce-b302099a8057', subject: 'x', revision: 1 },
    ...{ time: '2026-01-01T00:00:00.000Z', datacontenttype: 'application/json' as const, data: {} },
  }
  const denied = { code: 'PERMISSIONS_VIOLATION' }
  const publish = async (user: string, subject: string) =>
    (await as(user)).jetstream().publish(subject, '{}', { timeout: 2_000 })
  /** Subscribes, and returns the error if the server denies it. */
  async function subscribe(user: string, subject: string): Promise<Error | undefined> {
    const connection = await as(user)
    let refused: Error | undefined
    connection.subscribe(subject, {
      callback: (error) => {
        refused ??= error ?? undefined
      },
    })
    await connection.flush()
    return refused
  }

  it.each(eventServices)('%s publishes only its own events', async (service) => {
    await busOf(userOf(service)).bus.publish({ ...eventOf(service), id: `own-${service}` })
    for (const other of eventServices.filter((each) => each !== service))
      await expect(publish(userOf(service), `typecase.${other}.thing.changed`), other).rejects.toMatchObject(
        denied,
      )
    await expect(publish(userOf(service), 'typecase.dead.another'), 'dead letters').rejects.toMatchObject(
      denied,
    )
  })

  it.each(eventServices)('%s reads events only through its own consumers', async (service) => {
    for (const subject of ['typecase.>', 'typecase.content.>', '>', '$JS.API.>', '$JS.ACK.>'])
      expect(await subscribe(userOf(service), subject), subject).toMatchObject(denied)
    const connection = await as(userOf(service))
    for (const consumer of eventServices.flatMap((each) =>
      each === service ? [] : eventUse[each].consumers,
    ))
      for (const call of [
        `CONSUMER.MSG.NEXT.TYPECASE.${consumer}`,
        `CONSUMER.DURABLE.CREATE.TYPECASE.${consumer}`,
      ])
        await expect(connection.request(`$JS.API.${call}`), call).rejects.toMatchObject(denied)
  })

  it.each(consumers)('%s reads and acknowledges events through its consumer %s', async (service, durable) => {
    const id = `for-${durable}`
    await busOf(userOf('content')).bus.publish({ ...eventOf('content'), id })
    const { promise: acknowledged, resolve, reject } = Promise.withResolvers<void>()
    await busOf(userOf(service)).bus.consume({
      durable,
      subjects: ['typecase.content.thing.changed', 'typecase.themes.thing.changed'],
      handle: async (delivery) => {
        await delivery.ack().catch(reject)
        if ((delivery.event as { id: string }).id === id) resolve()
      },
    })
    await acknowledged
  })

  it.each(eventServices)(
    '%s cannot delete, purge or back up the stream, or delete its events',
    async (service) => {
      const jsm = await managed(userOf(service))
      expect((await jsm.streams.info('TYPECASE')).config.name).toBe('TYPECASE')
      for (const call of ['DELETE', 'PURGE', 'MSG.DELETE', 'MSG.GET', 'SNAPSHOT', 'RESTORE'])
        await expect(
          (await as(userOf(service))).request(`$JS.API.STREAM.${call}.TYPECASE`),
          call,
        ).rejects.toMatchObject(denied)
      const updated = jsm.streams.update('TYPECASE', { description: service })
      if (eventUse[service].updatesStream) await updated
      else await expect(updated).rejects.toMatchObject(denied)
      // Creating a stream is permitted, but does not change an existing one.
      const other = { name: 'TYPECASE', subjects: ['typecase.>'], max_msgs: 1 }
      await expect(jsm.streams.add(other)).rejects.toMatchObject({ api_error: { err_code: 10_058 } })
    },
  )

  it.each(eventServices)('%s reads no replies to other users', async (service) => {
    expect(await subscribe(userOf(service), `_INBOX_${userOf(service)}.>`)).toBeUndefined()
    const others = [
      ...eventServices.filter((each) => each !== service).map((each) => userOf(each)),
      operatorUser,
      team.name,
    ]
    for (const subject of ['_INBOX.>', ...others.map((user) => `_INBOX_${user}.>`)])
      expect(await subscribe(userOf(service), subject), subject).toMatchObject(denied)
  })

  it('restrict the work queue to publishers', async () => {
    const publisherQueue = queue({ prefix: 'typecase', at: urlOf(userOf('publisher')) })
    await worker(queue({ prefix: 'typecase', at: urlOf(userOf('publisher')) }), 'a')
    const { job, results, workers } = aJob(5)
    const offer = await offerJob(publisherQueue, job)
    await vi.waitFor(() => expect(results).toEqual(allResults(5)), waitOptions)
    await offer.close()
    expect([...workers]).toEqual(['a'])
    for (const user of [
      ...eventServices.filter((each) => each !== 'publisher').map((each) => userOf(each)),
      team.name,
    ]) {
      const connection = await as(user)
      for (const subject of ['typecase-rendering.tickets.x', 'typecase-rendering.jobs.x'])
        await expect(connection.request(subject), `${user} ${subject}`).rejects.toMatchObject(denied)
      expect(await subscribe(user, 'typecase-rendering.>'), user).toMatchObject(denied)
      for (const call of [
        'CONSUMER.MSG.NEXT.TYPECASE_RENDERING.workers',
        'STREAM.MSG.GET.TYPECASE_RENDERING',
        'STREAM.INFO.TYPECASE_RENDERING',
      ])
        await expect(connection.request(`$JS.API.${call}`), `${user} ${call}`).rejects.toMatchObject(denied)
    }
  })

  it('do not let identity change the settings of the stream', async () => {
    const bus = jetStreamEventBus({ url: urlOf(userOf('identity')), log, maxAgeMs: 86_400_000 })
    cleanups.push(bus.close)
    expect((await bus.extent()).sequence).toBeGreaterThan(0)
    const jsm = await managed(operatorUser)
    expect((await jsm.streams.info('TYPECASE')).config.max_age).toBe(nanos(14 * 86_400_000))
  })

  it('let another team read events through its own consumer, but not publish', async () => {
    await busOf(userOf('content')).bus.publish({ ...eventOf('content'), id: 'for-the-team' })
    const connection = await as(team.name)
    const jsm = await connection.jetstreamManager()
    await jsm.consumers.add('TYPECASE', {
      durable_name: team.name,
      filter_subject: 'typecase.content.>',
      ack_policy: AckPolicy.Explicit,
    })
    const consumer = await connection.jetstream().consumers.get('TYPECASE', team.name)
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.subject).toBe('typecase.content.thing.changed')
    expect(await message?.ackAck()).toBe(true)
    expect(await subscribe(team.name, 'typecase.>')).toBeUndefined()
    for (const subject of [
      'typecase.content.thing.changed',
      'typecase.dead.publisher',
      `_INBOX_${userOf('publisher')}.x`,
    ])
      await expect(publish(team.name, subject), subject).rejects.toMatchObject(denied)
    await expect(
      jsm.consumers.add('TYPECASE', { durable_name: 'publisher', ack_policy: AckPolicy.Explicit }),
    ).rejects.toMatchObject(denied)
    await expect(jsm.consumers.delete('TYPECASE', 'publisher')).rejects.toMatchObject(denied)
    expect(await jsm.consumers.delete('TYPECASE', team.name)).toBe(true)
  })

  it('let the operator manage streams and read events, but not publish', async () => {
    const jsm = await managed(operatorUser)
    expect((await jsm.streams.info('TYPECASE')).state.messages).toBeGreaterThan(0)
    expect(await subscribe(operatorUser, 'typecase.>')).toBeUndefined()
    await expect(publish(operatorUser, 'typecase.content.thing.changed')).rejects.toMatchObject(denied)
    await expect(connect({ servers: server.url })).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
  })
})
