import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { expect, it, onTestFinished } from 'vitest'
import { generationWorker } from '../src/adapters/postgres/worker.ts'

const { skip } = await testPostgres()

it.skipIf(skip)(
  label('a worker that is stopped during a generation stops as soon as the generation returns', skip),
  async () => {
    const log = createLogger('test', 'silent')
    const { url, schema } = await freshSchema('publisher-worker')
    const postgres = openPostgres({ url, schema, log })
    onTestFinished(() => postgres.close())
    const { promise: started, resolve: reportStart } = Promise.withResolvers<void>()
    const { promise: generation, resolve: endGeneration } = Promise.withResolvers<null>()
    const runGenerations = () => {
      reportStart()
      return generation
    }
    const worker = generationWorker({ postgres, log, runGenerations })
    await worker.start?.()
    await started
    const stopped = worker.stop?.()
    const since = performance.now()
    endGeneration(null)
    await stopped
    // Polling would take 5 seconds.
    expect(performance.now() - since).toBeLessThan(2_500)
  },
)
