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
    // A worker that waits for the next poll exceeds the time limit of the test.
    const worker = generationWorker({ postgres, log, runGenerations, pollMs: 600_000 })
    await worker.start?.()
    await started
    const stopped = worker.stop?.()
    endGeneration(null)
    await expect(stopped).resolves.toBeUndefined()
  },
)
