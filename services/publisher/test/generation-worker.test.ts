import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { expect, it, onTestFinished } from 'vitest'
import { generationWorker } from '../src/adapters/postgres/worker.ts'

const { skip } = await testPostgres()

it.skipIf(skip)(
  label('a worker that is stopped while it makes a site is gone as soon as that is left', skip),
  async () => {
    const log = createLogger('test', 'silent')
    const { url, schema } = await freshSchema('publisher-worker')
    const postgres = openPostgres({ url, schema, log })
    onTestFinished(() => postgres.close())
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: left, resolve: leave } = Promise.withResolvers<null>()
    const runGenerations = () => {
      begin()
      return left
    }
    const worker = generationWorker({ postgres, log, runGenerations })
    await worker.start?.()
    await begun
    const stopped = worker.stop?.()
    const since = performance.now()
    leave(null)
    await stopped
    // Polling would take five seconds.
    expect(performance.now() - since).toBeLessThan(2_500)
  },
)
