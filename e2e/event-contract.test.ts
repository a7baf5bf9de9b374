/** Checks that the events of a running system match the schemas and examples in proto/events. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { asyncApi, eventTypes, nameOf } from '@typecase/contracts/event-contract/describe'
import { eventsFolder } from '@typecase/contracts/event-contract/files'
import { connectionOptions } from '@typecase/messaging/events'
import { label } from '@typecase/testing/infra'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { AckPolicy, connect, DeliverPolicy, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, loggedIn } from './api.ts'
import { administrator, temporaryFolder } from './process.ts'
import { publishEveryEvent } from './scenarios/every-event.ts'

interface Message {
  readonly subject: string
  readonly id: string | undefined
  readonly event: {
    readonly id: string
    readonly type: string
    readonly subject: string
    readonly revision: number
  }
}

/** Events that the test does not cause, because they follow an error; their examples are written by hand. */
const withoutRecording = new Set(['publisher.site.failed.v1'])
const folder = temporaryFolder()
const ajv = new Ajv2020({ allErrors: true })
addFormats.default(ajv)
const read = (file: string) => JSON.parse(readFileSync(join(eventsFolder, file), 'utf8'))
const errorsOf = (name: string, message: unknown) => {
  const isValid = ajv.getSchema(name) ?? ajv.compile({ ...read(`${name}.schema.json`), $id: name })
  return isValid(message)
    ? []
    : (isValid.errors ?? []).map(({ instancePath, message: text }) => `${name}${instancePath} ${text}`)
}
const short = ({ event }: Message) => event.type.replace(/^typecase\./, '')

let cluster: Cluster
let reader: NatsConnection
const received: Message[] = []
/** Permission violations in the log of the NATS server. */
const refused: string[] = []

beforeAll(async () => {
  cluster = await startCluster({
    dataDir: folder.path,
    env: {
      ...process.env,
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_PER_MINUTE: '100000',
      LOG_LEVEL: 'warn',
    },
    keep: false,
    onLine: (name, line) => void (name === 'nats' && /violation/i.test(line) && refused.push(line)),
  })
  reader = await connect(connectionOptions(cluster.natsUrl))
  const manager = await reader.jetstreamManager()
  await manager.consumers.add('TYPECASE', {
    durable_name: 'typecase-reader',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
  })
  const messages = await (await reader.jetstream().consumers.get('TYPECASE', 'typecase-reader')).consume()
  void (async () => {
    for await (const message of messages) {
      received.push({
        subject: message.subject,
        id: message.headers?.get('Nats-Msg-Id'),
        event: message.json<Message['event']>(),
      })
      message.ack()
    }
  })()
  await publishEveryEvent(await loggedIn(cluster.baseUrl, administrator))
}, 180_000)
afterAll(async () => {
  await reader?.close()
  await cluster?.stop()
  folder.remove()
}, 60_000)

describe('the event stream', () => {
  it('has events of every type, except those that follow an error', async () => {
    const expected = eventTypes.map(nameOf).filter((name) => !withoutRecording.has(name))
    const missing = () => expected.filter((name) => !received.some((message) => short(message) === name))
    await eventually('every type of event', async () => missing().length === 0, 60_000).catch(
      (error: Error) => {
        throw new Error(`${error.message}: never received ${missing().join(', ')}`)
      },
    )
    // `RECORD_EXAMPLES=1 npm test -- e2e/event-contract` records the examples again.
    if (process.env.RECORD_EXAMPLES) record(received)
  })

  it('has events that match their schema and subject, and whose id is the deduplication key', () => {
    expect(received.flatMap((message) => errorsOf(short(message), message.event))).toEqual([])
    for (const { subject, id, event } of received)
      expect([`${subject}.v1`, id]).toEqual([event.type, event.id])
  })

  it('preserves the order of the events of each entity', () => {
    const latest = new Map<string, number>()
    for (const { event } of received) {
      expect(event.revision, `${event.type} of ${event.subject}`).toBeGreaterThanOrEqual(
        latest.get(event.subject) ?? 0,
      )
      latest.set(event.subject, event.revision)
    }
  })
})

const isExternal = Boolean(process.env.TEST_NATS_URL || process.env.NATS_URL)

describe.skipIf(isExternal)(
  label('the NATS users', isExternal ? 'the external server has its own users' : undefined),
  () => {
    it('have all permissions that their services need', () => {
      expect(refused).toEqual([])
    })

    it('are the only clients that can connect, and the reader cannot publish events', async () => {
      const { host } = new URL(cluster.natsUrl)
      await expect(connect({ servers: host })).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
      const forged = reader.jetstream().publish('typecase.content.post.published', '{}')
      await expect(forged).rejects.toMatchObject({ code: 'PERMISSIONS_VIOLATION' })
      await expect
        .poll(() => refused.join('\n'))
        .toMatch(/Publish Violation .*typecase-reader.*typecase\.content\.post\.published/)
    })

    it('have passwords in a file that other users of the machine cannot read', () => {
      const file = join(folder.path, 'nats.conf')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const passwords = [...readFileSync(file, 'utf8').matchAll(/password: "(\w{48})"/g)].map(
        ([, password]) => password,
      )
      expect(new Set(passwords).size).toBe(7)
    })
  },
)

describe('the event documentation', () => {
  it.each(eventTypes.map(nameOf))('has a valid example of %s', (name) => {
    expect(errorsOf(name, read(`examples/${name}.json`))).toEqual([])
  })

  it('is up to date and has no broken links', () => {
    const document = read('asyncapi.json')
    expect(document).toEqual(asyncApi(() => true))
    for (const [, target = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      if (target.startsWith('./')) expect(existsSync(join(eventsFolder, target)), target).toBe(true)
      else
        expect(
          target
            .slice(2)
            .split('/')
            .reduce((at, key) => at?.[key], document),
          target,
        ).toBeDefined()
    }
  })
})

function record(messages: readonly Message[]): void {
  mkdirSync(join(eventsFolder, 'examples'), { recursive: true })
  for (const message of messages)
    writeFileSync(
      join(eventsFolder, 'examples', `${short(message)}.json`),
      `${JSON.stringify(message.event, null, 2)}\n`,
    )
}
