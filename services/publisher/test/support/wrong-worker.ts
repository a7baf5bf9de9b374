/** A publisher that joins builds of other publishers and writes wrong pages. */
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import type { PairKeys } from '@typecase/runtime/service-keys'
import { folderSiteStore } from '../../src/adapters/folder/site-store.ts'
import { handlebarsRenderer } from '../../src/adapters/handlebars/renderer.ts'
import { otherPublishers } from '../../src/adapters/jetstream/other-publishers.ts'
import { jetStreamShardQueue } from '../../src/adapters/jetstream/shard-queue.ts'
import { markedMarkup } from '../../src/adapters/markup/markup.ts'
import { sha256Digest } from '../../src/adapters/node-crypto/digest.ts'
import { postgresModelStore } from '../../src/adapters/postgres/model-store.ts'
import type { PublisherTables } from '../../src/adapters/postgres/schema.ts'
import { shardRenderer } from '../../src/core/build/shards/render-shard.ts'

const log = createLogger('test', 'silent')

/** `settings` are the settings of the other publishers. */
export async function wrongWorker(settings: Readonly<Record<string, string>>, keys: PairKeys | undefined) {
  const { DATABASE_URL = '', DATABASE_SCHEMA = '', SITE_ROOT = '', NATS_URL = '' } = settings
  const postgres = openPostgres<PublisherTables>({ url: DATABASE_URL, schema: DATABASE_SCHEMA, log })
  const queue = otherPublishers({ nats: { url: NATS_URL }, log, keys })
  const renderer = handlebarsRenderer({ processes: 1 })
  const sites = folderSiteStore(SITE_ROOT)
  let shards = 0
  const render = shardRenderer({
    model: postgresModelStore(postgres),
    markup: markedMarkup(),
    renderer: {
      ...renderer,
      async render({ pages, done }) {
        shards++
        await done(pages.map((page) => ({ page, html: Buffer.from('wrong'), references: '' })))
        return []
      },
    },
    sites,
    hooks: {
      changesTemplateData: () => false,
      templateData: async (model) => model,
      siteGenerated: async () => undefined,
    },
    digest: sha256Digest,
  })
  const part = jetStreamShardQueue({ queue, id: 'wrong', log }).worker(render)
  await part.start?.()
  return {
    hasRendered: () => shards > 0,
    async stop() {
      await part.stop?.()
      await queue.close()
      await sites.close()
      renderer.close()
      await postgres.close()
    },
  }
}
