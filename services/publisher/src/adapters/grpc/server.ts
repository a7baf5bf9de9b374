import type {
  GenerationInput,
  PreviewedEntry,
  SiteEventInput,
  SiteStatusInput,
  StoredGenerationInput,
} from '@typecase/contracts/messages'
import { GenerationServiceDef, PreviewServiceDef, ReceiptServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { type GrpcServer, type GrpcServerOptions, implement, serveGrpc } from '@typecase/runtime/grpc'
import type { PublisherApp } from '../../core/app.ts'
import type { StoredGeneration } from '../../core/ports.ts'
import type { Draft } from '../../core/preview/site-with-draft.ts'
import type { Generation } from '../../core/releases/generation.ts'
import type { SiteEvent } from '../../core/reports/history/site-event.ts'
import type { SiteStatus } from '../../core/reports/site-status.ts'
import { metadataOf } from '../../core/site/entry-fields.ts'
import { toExplanation, toReceipt } from './receipt-messages.ts'
import { redirectService } from './redirect-service.ts'

export const publisherServer = (
  app: PublisherApp,
  options: Pick<GrpcServerOptions, 'host' | 'port' | 'log' | 'guard' | 'local'>,
): GrpcServer =>
  serveGrpc({
    ...options,
    name: 'publisher',
    services: [
      implement(GenerationServiceDef, {
        generateSite: async ({ outputDir, baseUrl, cleanUrls }, { actor }) => {
          const { id, options: effective } = await app.generateSite(actor, { outputDir, baseUrl, cleanUrls })
          return { generationId: id, options: { ...effective } }
        },
        checkOutputDir: async ({ outputDir }, { actor }) => {
          await app.checkOutputDir(actor, outputDir)
          return {}
        },
        getSiteStatus: async (_, { actor }) => toStatus(await app.getSiteStatus(actor)),
        holdAutomatic: async ({ seconds }, { actor }) => {
          const until = await app.holdAutomatic(actor, seconds)
          return until ? { heldUntil: toTimestamp(until) } : {}
        },
        listGenerations: async (_, { actor }) => ({
          generations: (await app.listGenerations(actor)).map(toStored),
        }),
        listBrokenLinks: async (part, { actor }) => {
          const { items, total } = await app.listBrokenLinks(actor, part)
          return { links: items.map((item) => ({ ...item, pages: [...item.pages] })), total }
        },
        activateGeneration: async ({ id }, { actor }) => toStored(await app.activateGeneration(actor, id)),
      }),
      implement(PreviewServiceDef, {
        previewPage: async ({ entry, theme }, { actor, signal }) => {
          const { removed, ...page } = await app.previewPage(
            actor,
            { draft: entry ? draftOf(entry) : undefined, theme },
            signal,
          )
          return { ...page, removed: [...removed] }
        },
      }),
      redirectService(app),
      implement(ReceiptServiceDef, {
        listReceipts: async ({ limit, offset }, { actor }) => {
          const { receipts, total } = await app.listReceipts(actor, { limit, offset })
          return { receipts: receipts.map(toReceipt), total }
        },
        getReceipt: async ({ generationId }, { actor }) =>
          toReceipt(await app.getReceipt(actor, generationId)),
        explainPage: async ({ path }, { actor }) => toExplanation(await app.explainPage(actor, path)),
        async *watchSite({ after }, { actor, signal }) {
          for await (const event of app.watchSite.watch(actor, after, signal)) yield toEvent(event)
        },
      }),
    ],
  })

const draftOf = ({ type, id, metadataJson, content }: PreviewedEntry): Draft => ({
  kind: type === 'page' ? 'page' : 'post',
  id,
  markdown: content,
  metadata: metadataOf(metadataJson),
})

const toEvent = (event: SiteEvent): SiteEventInput => ({
  type: event.type,
  ...('position' in event ? { position: event.position } : {}),
  ...('status' in event ? { status: toStatus(event.status) } : {}),
  ...('generation' in event ? { generation: toMessage(event.generation) } : {}),
  ...('receipt' in event ? { receipt: toReceipt(event.receipt) } : {}),
})

const toStatus = ({
  lastGenerated,
  current,
  last,
  links,
  heldUntil,
  ...settings
}: SiteStatus): SiteStatusInput => ({
  ...settings,
  ...(lastGenerated ? { lastGenerated: toTimestamp(lastGenerated) } : {}),
  ...(heldUntil ? { heldUntil: toTimestamp(heldUntil) } : {}),
  ...(current ? { current: toMessage(current) } : {}),
  ...(last ? { last: toMessage(last) } : {}),
  ...(links
    ? { links: { ...links, checkedAt: toTimestamp(links.checkedAt), listed: [...links.listed] } }
    : {}),
})

const toStored = ({ id, trigger, pages, at, isLive }: StoredGeneration): StoredGenerationInput => ({
  id,
  trigger,
  pages,
  at: toTimestamp(at),
  live: isLive,
})

const toMessage = (generation: Generation): GenerationInput => ({
  id: generation.id,
  state: generation.state,
  trigger: generation.trigger,
  pagesDone: generation.pagesDone,
  pagesTotal: generation.pagesTotal,
  pagesWritten: generation.pagesWritten,
  ...(generation.startedAt ? { startedAt: toTimestamp(generation.startedAt) } : {}),
  ...(generation.finishedAt ? { finishedAt: toTimestamp(generation.finishedAt) } : {}),
  ...(generation.startedAt && generation.finishedAt
    ? { durationMs: generation.finishedAt.getTime() - generation.startedAt.getTime() }
    : {}),
  errors: generation.errors.map(({ entry, ...error }) => ({
    ...error,
    entryType: entry?.type,
    entryId: entry?.id,
  })),
})
