/** Several installations on one NATS server, each with its own prefix and users. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsServer, startNats } from '@typecase/testing/backing/nats'
import { label, testNats } from '@typecase/testing/infra'
import { connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectionOptions, jetStreamEventBus } from '../../src/events/index.ts'
import { operatorOf, userOf, usersConfig, usersOf } from '../../src/nats-users/index.ts'
import { anEvent, collect, eventually } from '../contracts/event-samples.ts'
import {
  aJob,
  allResults,
  cleanups,
  log,
  offerJob,
  queue,
  waitOptions,
  worker,
} from '../work-queue/uppercase-jobs.ts'

const { skip } = await testNats()
const externalServer =
  process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs a server with users of its own' : undefined
const password = randomBytes(12).toString('hex')
// `blog-a` begins with `blog`; `typecase` is the default.
const prefixes = ['typecase', 'blog', 'blog-a'] as const
const streams = { typecase: 'TYPECASE', blog: 'BLOG', 'blog-a': 'BLOG-A' }

describe.skipIf(skip ?? externalServer)(
  label('installations on one NATS server', skip ?? externalServer),
  () => {
    let dir: string
    let server: NatsServer

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
      const configFile = join(dir, 'nats.conf')
      const users = prefixes.flatMap((prefix) => usersOf({ prefix }))
      await writeFile(
        configFile,
        usersConfig(users, Object.fromEntries(users.map(({ name }) => [name, password]))),
      )
      server = await startNats({ dir: join(dir, 'data'), configFile })
    })
    afterAll(async () => {
      await server?.stop()
      await rm(dir, { recursive: true, force: true })
    })

    const urlOf = (user: string) => server.url.replace('//', `//${user}:${password}@`)
    async function as(user: string): Promise<NatsConnection> {
      const connection = await connect(connectionOptions(urlOf(user)))
      onTestFinished(() => connection.close())
      return connection
    }
    function busOf(prefix: string, service: 'content' | 'publisher') {
      const bus = jetStreamEventBus({ url: urlOf(userOf(service, prefix)), prefix, log })
      cleanups.push(bus.close)
      return bus
    }

    it('deliver only their own events, even to consumers with the same name', async () => {
      const readers = new Map(
        await Promise.all(
          prefixes.map(async (prefix) => {
            const subjects = ['typecase.content.>']
            return [
              prefix,
              await collect(busOf(prefix, 'publisher'), { durable: 'publisher', subjects }),
            ] as const
          }),
        ),
      )
      const seenSubjects: string[] = []
      for (const prefix of prefixes) {
        const operator = await as(operatorOf(prefix))
        const callback = (_: Error | null, { subject }: { subject: string }) =>
          void seenSubjects.push(`${prefix}: ${subject}`)
        operator.subscribe(`${prefix}.>`, { callback })
        await operator.flush()
      }
      for (const [n, prefix] of prefixes.entries()) await busOf(prefix, 'content').publish(anEvent(n))
      for (const [n, prefix] of prefixes.entries()) {
        await eventually(() => expect(readers.get(prefix)?.numbers()).toEqual([n]))
        expect(readers.get(prefix)?.deliveries[0]).toMatchObject({ subject: 'typecase.content.post.created' })
        const jsm = await (await as(operatorOf(prefix))).jetstreamManager({ checkAPI: false })
        const { config, state } = await jsm.streams.info(streams[prefix])
        expect([config.subjects, state.messages]).toEqual([[`${prefix}.>`], 1])
      }
      expect(seenSubjects.toSorted()).toEqual(
        prefixes.map((prefix) => `${prefix}: ${prefix}.content.post.created`).toSorted(),
      )
    })

    it('run only their own tasks', async () => {
      const jobs = prefixes.map((prefix, n) => ({ prefix, ...aJob(4, { token: n + 1 }) }))
      const queueOf = (prefix: string) => queue({ prefix, at: urlOf(userOf('publisher', prefix)) })
      for (const { prefix } of jobs) await worker(queueOf(prefix), prefix)
      const offers = await Promise.all(jobs.map(({ prefix, job }) => offerJob(queueOf(prefix), job)))
      for (const { prefix, results, workers } of jobs) {
        await vi.waitFor(() => expect(results).toEqual(allResults(4)), waitOptions)
        expect([...workers]).toEqual([prefix])
      }
      for (const offer of offers) await offer.close()
    })

    it.each(prefixes)('deny users of %s access to other installations', async (prefix) => {
      const connection = await as(userOf('publisher', prefix))
      const refused = new Set<string>()
      const denied = { code: 'PERMISSIONS_VIOLATION' }
      const subscriptions: string[] = []
      for (const other of prefixes.filter((each) => each !== prefix)) {
        const queueStream = `${streams[other]}_RENDERING`
        const calls = [
          `STREAM.INFO.${streams[other]}`,
          `CONSUMER.MSG.NEXT.${streams[other]}.publisher`,
          `STREAM.INFO.${queueStream}`,
        ]
        const subjects = [
          `${other}.publisher.site.generated`,
          `${other}-rendering.tickets.x`,
          `${other}-rendering.jobs.x`,
        ]
        for (const subject of [
          ...subjects,
          ...calls.map((call) => `$JS.API.${call}`),
          `_INBOX_${userOf('publisher', other)}.x`,
        ])
          await expect(connection.request(subject), subject).rejects.toMatchObject(denied)
        subscriptions.push(
          `${other}.>`,
          `${other}-rendering.jobs.*`,
          `_INBOX_${userOf('publisher', other)}.>`,
        )
      }
      for (const subject of subscriptions) {
        const callback = (error: Error | null) => void (error && refused.add(subject))
        connection.subscribe(subject, { callback })
      }
      await connection.flush()
      expect([...refused]).toEqual(subscriptions)
    })
  },
)
