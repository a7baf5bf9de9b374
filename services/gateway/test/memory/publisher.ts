import type {
  LinkOnPages,
  PageExplanation,
  Receipt,
  SiteEvent,
  SiteStatus,
  StoredGeneration,
} from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { AppError, invalid } from '@typecase/kernel'
import type { PublisherApi } from '../../src/core/ports.ts'
import { memoryRedirects } from './redirects.ts'

export interface MemoryPublisher extends PublisherApi {
  /** Adds a stored generation as the newest. */
  addGeneration(generation: StoredGeneration): void
  /** Adds a receipt as the newest, and the explanation of a page. */
  setHistory(history: {
    readonly receipt?: Receipt
    readonly page?: PageExplanation & { readonly address: string }
  }): void
  setBrokenLinks(links: LinkOnPages[]): void
  /** Sets the events that watchers of the site receive. */
  setEvents(events: (after: number | undefined) => AsyncIterable<SiteEvent>): void
}

/** A publisher without generations, except those added by `addGeneration`. */
export function memoryPublisher(): MemoryPublisher {
  const redirects = memoryRedirects()
  let stored: readonly StoredGeneration[] = []
  let brokenLinks: LinkOnPages[] = []
  let receipts: readonly Receipt[] = []
  const pages = new Map<string, PageExplanation>()
  let eventsAfter = async function* (_after: number | undefined): AsyncGenerator<SiteEvent> {
    yield { type: 'status', position: 0, status: neverGenerated, generation: null, receipt: null }
  } as (after: number | undefined) => AsyncIterable<SiteEvent>
  return {
    ...redirects,
    setEvents: (events) => {
      eventsAfter = events
    },
    watchSite: ({ after }) => eventsAfter(typeof after === 'number' ? after : undefined),
    setHistory: ({ receipt, page }) => {
      if (receipt) receipts = [receipt, ...receipts]
      if (page) pages.set(page.address, page)
    },
    listReceipts: async ({ limit = 0, offset = 0 }) => ({
      receipts: receipts.slice(offset, offset + limit),
      total: receipts.length,
    }),
    getReceipt: async ({ generationId }) => {
      const found = receipts.find((receipt) => receipt.generationId === generationId)
      if (!found)
        throw new AppError(
          'not_found',
          'RECEIPT_NOT_FOUND',
          'The receipt of this generation does not exist or is no longer stored',
        )
      return found
    },
    explainPage: async ({ path = '' }) => {
      const found = pages.get(path)
      if (!found) throw new AppError('not_found', 'PAGE_NOT_FOUND', 'The site has no such page')
      return found
    },
    addGeneration: (generation) => {
      stored = [generation, ...stored]
    },
    previewPage: async ({ entry, theme }) => {
      const { title, slug = 'preview' } = JSON.parse(entry?.metadataJson || '{}') as {
        title?: string
        slug?: string
      }
      if (theme === 'broken') throw broken
      const url = entry ? `http://site.test/post/${slug}/` : 'http://site.test/'
      const content = entry?.content ?? ''
      const removed = content.includes('<script>')
        ? [{ line: 1, element: 'script', reason: 'shown-as-text' }]
        : []
      return { html: `<h1>${title ?? 'Home'}</h1>${content}`, template: 'templates/post.html', url, removed }
    },
    generateSite: async ({ outputDir = '_site', baseUrl = '', cleanUrls = true }) => ({
      generationId: 'generation-1',
      options: { outputDir, baseUrl, cleanUrls },
    }),
    checkOutputDir: async ({ outputDir = '' }) => {
      const message = `The output folder ${outputDir} overlaps with _site, which holds another site`
      if (outputDir.startsWith('_site/')) throw invalid([{ path: 'outputDir', message }])
      return {}
    },
    getSiteStatus: async () => neverGenerated,
    holdAutomatic: async ({ seconds }) => ({
      heldUntil:
        seconds === undefined
          ? null
          : (toTimestamp(new Date(Date.now() + seconds * 1000)) as SiteStatus['heldUntil']),
    }),
    setBrokenLinks: (links) => {
      brokenLinks = links
    },
    listBrokenLinks: async ({ limit = 0, offset = 0 }) => ({
      links: brokenLinks.slice(offset, offset + limit),
      total: brokenLinks.length,
    }),
    listGenerations: async () => ({ generations: [...stored] }),
    activateGeneration: async ({ id }) => {
      const wanted = stored.find((generation) => generation.id === id)
      if (!wanted)
        throw new AppError(
          'not_found',
          'GENERATION_NOT_FOUND',
          'The generation does not exist or is no longer stored',
        )
      stored = stored.map((generation) => ({ ...generation, live: generation.id === id }))
      return { ...wanted, live: true }
    },
  }
}

const broken = new AppError('refused', 'PREVIEW_FAILED', 'the partial nowhere does not exist', {
  fields: {
    faults: [
      {
        message: 'the partial nowhere does not exist',
        template: 'templates/post.html',
        line: 2,
        page: 'post/a/index.html',
      },
    ],
  },
})

const neverGenerated = {
  lastGenerated: null,
  current: null,
  last: null,
  staticOutputDir: '_site',
  siteUrl: '',
  staticCleanUrls: true,
  links: null,
  heldUntil: null,
}
