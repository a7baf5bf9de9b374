import { setTimeout as sleep } from 'node:timers/promises'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localEventBus } from '../../src/events/index.ts'
import { createLogger } from '../../src/log/index.ts'
import { openPostgres } from '../../src/postgres/index.ts'
import { anEvent, collect, eventually } from '../contracts/event-samples.ts'

const log = createLogger('test', 'silent')
const { skip } = await testPostgres()

/** A bus, and how many looks at what is due there were since they were counted last. */
async function watchedBus() {
  const { url, schema, drop } = await freshSchema('local-consumer')
  const postgres = openPostgres({ url, schema: 'public', log, maxConnections: 5 })
  const looks: string[] = []
  const seen = postgres.db.withPlugin({
    transformQuery: ({ node }) => {
      const text = node.kind === 'RawNode' ? node.sqlFragments.join('') : ''
      if (/set attempt = d\.attempt \+ 1/.test(text)) looks.push(text)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const bus = localEventBus({ postgres: { ...postgres, db: seen }, log, schema })
  onTestFinished(async () => {
    await bus.close()
    await postgres.close()
    await drop()
  })
  return { bus, looksSince: () => looks.splice(0).length }
}

describe.skipIf(skip !== undefined)(label('consumers of the local bus', skip), () => {
  it('look for an event once, and once whether there is another, however many workers they have', async () => {
    const { bus, looksSince } = await watchedBus()
    const got = await collect(bus, { concurrency: 4 })
    await sleep(200)
    looksSince()
    for (let n = 1; n <= 5; n++) {
      await bus.publish(anEvent(n))
      await eventually(() => expect(got.numbers()).toHaveLength(n))
      await sleep(50)
    }
    expect(looksSince()).toBeLessThan(20)
  })

  it('do not look for what is nothing to them', async () => {
    const { bus, looksSince } = await watchedBus()
    await collect(bus, { subjects: ['typecase.media.>'], concurrency: 4 })
    const got = await collect(bus, { subjects: ['typecase.content.>'] })
    await sleep(200)
    looksSince()
    for (let n = 1; n <= 5; n++) await bus.publish(anEvent(n))
    await eventually(() => expect(got.numbers()).toHaveLength(5))
    await sleep(100)
    expect(looksSince()).toBeLessThan(20)
  })
})
