import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localEventBus } from '@typecase/messaging/events'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { freshSchema } from '@typecase/testing/postgres'
import { composePublisher } from '../../src/compose.ts'
import { publisherConfig } from '../../src/config.ts'
import { clientOf, filesOf } from './replica.ts'

const log = createLogger('test', 'silent')

/** The site and the errors of a single publisher that starts without a site. */
export async function buildAlone(settings: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'typecase-alone-'))
  const fresh = await freshSchema('alone')
  const database = openPostgres({ ...fresh, log })
  const bus = localEventBus({ postgres: database, log, schema: fresh.schema })
  const config = publisherConfig({ ...settings, DATABASE_SCHEMA: fresh.schema, SITE_ROOT: root })
  const publisher = composePublisher({ ...config, GRPC_PORT: 0 }, { bus, log })
  try {
    await publisher.start()
    const client = clientOf(publisher.address())
    await client.begin()
    const { errors } = await client.idle()
    client.close()
    return { files: await realpath(join(root, '_site')).then(filesOf, () => ({})), errors }
  } finally {
    await publisher.stop()
    await bus.close()
    await database.close()
    await fresh.drop()
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
}
