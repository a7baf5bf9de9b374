/** A publisher with other services in memory; templates and Markdown are rendered by the real adapters. */
import { createHash } from 'node:crypto'
import { hookSystem } from '@typecase/runtime/extensions'
import { uuidv7 } from '@typecase/runtime/postgres'
import { extensionSiteHooks } from '../../src/adapters/extensions/site-hooks.ts'
import { handlebarsRenderer } from '../../src/adapters/handlebars/renderer.ts'
import { bodyPool } from '../../src/adapters/markup/body-pool.ts'
import { markedMarkup } from '../../src/adapters/markup/markup.ts'
import { publisherApp } from '../../src/core/app.ts'
import type { CopySource } from '../../src/core/pages/planned.ts'
import type { PublisherPorts } from '../../src/core/ports.ts'
import type { Change } from '../../src/core/reports/history/receipt.ts'
import { memoryGenerationLedger } from '../memory/ledger.ts'
import { memoryModelStore } from '../memory/model-store.ts'
import { memoryPageRecordStore } from '../memory/page-records.ts'
import { memoryReceiptBook } from '../memory/receipts.ts'
import { memoryAddressStore, memoryRedirectStore } from '../memory/redirects.ts'
import { memorySiteSignals } from '../memory/site-signals.ts'
import { memorySiteStore } from '../memory/site-store.ts'
import { contentFeedOf } from './content-feed.ts'
import { intercepted } from './intercepted.ts'
import type { SourceSite } from './sites.ts'

/** Shared by all publishers of a test file, because starting a process takes longer than rendering a site. */
const bodies = bodyPool()

export function testPublisher(first: SourceSite, changes: Partial<PublisherPorts> = {}) {
  let site = first
  let now = Date.UTC(2026, 0, 1)
  const sites = memorySiteStore()
  const ledger = intercepted(memoryGenerationLedger())
  const receipts = intercepted(memoryReceiptBook())
  const signals = memorySiteSignals()
  const addresses = memoryAddressStore()
  const renderer = handlebarsRenderer({ processes: 1, timeLimit: 1_000 })
  const opened: string[] = []
  const hookFailures: string[] = []
  const hooks = hookSystem(1_000, ({ name }) => hookFailures.push(name))
  const ports: PublisherPorts = {
    source: {
      settings: async () => site.settings,
      siteContext: async () =>
        structuredClone({
          settings: site.settings,
          menu: site.menu,
          media: site.media,
          profiles: site.profiles,
          theme: site.theme,
        }),
      open: async (source) => {
        const path = nameOf(source)
        opened.push(path)
        return (async function* () {
          yield new TextEncoder().encode(`bytes of ${path}`)
        })()
      },
    },
    themes: { theme: async (name) => ({ ...structuredClone(site.theme), name }) },
    feed: contentFeedOf(() => site),
    model: memoryModelStore(),
    markup: markedMarkup({ pool: bodies }),
    renderer,
    previewer: renderer,
    sites,
    ledger,
    records: memoryPageRecordStore(),
    receipts,
    signals,
    redirects: memoryRedirectStore(ledger),
    addresses,
    hooks: extensionSiteHooks(hooks),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    clock: () => {
      now += 10
      return new Date(now)
    },
    newId: uuidv7,
    publicSiteUrl: 'http://site.test',
    wake: () => undefined,
    ...changes,
  }
  const app = publisherApp(ports)
  const admin = { kind: 'user', id: 'u', username: 'root', role: 'admin', sessionId: 's' } as const
  const run = () => app.runGenerations(new AbortController().signal)
  return {
    app,
    admin,
    ledger,
    receipts,
    signals,
    addresses,
    sites,
    opened,
    hooks,
    hookFailures,
    run,
    close: () => renderer.close(),
    site: () => site,
    change: (next: SourceSite) => {
      site = next
    },
    /** Advances the clock. */
    wait: (ms: number) => {
      now += ms
    },
    generate: async (options: Parameters<typeof app.generateSite>[1] = {}) => {
      await app.generateSite(admin, options)
      await run()
      return (await ledger.overview()).last
    },
    event: async (...changes: readonly Change[]) => {
      await app.noteChanges(ledger)
      for (const change of changes) await app.noteChanges(ledger, { receipts, changes: [change] })
      now += 1_000
      await run()
      return (await ledger.overview()).last
    },
    files: async (outputDir = '_site') =>
      new Map(
        await Promise.all(
          (await sites.list(outputDir)).map(
            async (path) =>
              [path, Buffer.from((await sites.read(outputDir, path)) ?? []).toString()] as const,
          ),
        ),
      ),
  }
}

/** Derives the bytes of a file from its source, so that equal sources have equal bytes. */
function nameOf(source: CopySource): string {
  if (source.from === 'card') return JSON.stringify(source.card)
  const file = source.from === 'icon' ? source.image : source
  return file.from === 'theme' ? file.path : `${file.folder}/${file.filename}`
}
