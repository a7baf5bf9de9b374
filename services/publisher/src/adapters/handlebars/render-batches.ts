import { SandboxError } from '@typecase/sandbox'
import {
  type BatchMessage,
  type PageMessage,
  type RendererProcess,
  type SentResult,
  type SiteMessage,
  tooSlow,
} from '@typecase/theme-engine'
import type { RenderError } from '../../core/errors.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import { type RenderedPage, type RenderJob, slowPagesAtMost } from '../../core/ports.ts'
import { batchesOf, batchLimit } from './batches.ts'
import type { RendererPool } from './renderer-pool.ts'

export interface PageLimits {
  /** Milliseconds of processor time per page. */
  readonly timeLimit: number
  /** Milliseconds of processor time per 32 pages. A process without an answer by then is killed. */
  readonly silenceLimit: number
  /** UTF-16 units per page. */
  readonly outputLimit: number
}

/** Unfinished batches per process: one is rendered while the next is prepared. */
const ahead = 2

type Pages = readonly PlannedPage[]

/** Renders the pages of a job in batches. */
export class BatchRendering {
  readonly #pool: RendererPool
  readonly #limits: PageLimits
  readonly #job: RenderJob
  readonly #site: SiteMessage
  readonly #errors: RenderError[] = []
  /** Number of pages that exceeded the time limit. */
  #slow = 0
  #hasFailed = false

  constructor(pool: RendererPool, limits: PageLimits, job: RenderJob) {
    this.#pool = pool
    this.#limits = limits
    this.#job = job
    this.#site = siteMessage(job)
  }

  async run(): Promise<readonly RenderError[]> {
    const { pages, maxErrors } = this.#job
    const batches = batchesOf(pages, this.#pool.size)
    const count = Math.min(ahead * this.#pool.size, batches.count)
    const works = Array.from({ length: count }, (_, at) => this.#work(at % this.#pool.size, batches))
    await Promise.allSettled(works)
    await Promise.all(works)
    return this.#errors.slice(0, maxErrors)
  }

  async #work(place: number, batches: { next(place: number): Pages | undefined }): Promise<void> {
    try {
      for (let pages = batches.next(place); pages && !this.#isEnough(); pages = batches.next(place)) {
        this.#job.signal?.throwIfAborted()
        await this.#handOver(pages, this.#renderBatch(place, pages))
      }
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }

  #isEnough(): boolean {
    return this.#hasFailed || this.#errors.length >= this.#job.maxErrors || this.#slow >= slowPagesAtMost
  }

  /**
   * Holds no reference to the HTML while it waits for `done`, which avoids garbage collections of the whole
   * heap.
   */
  async #handOver(pages: Pages, rendering: Promise<readonly SentResult[]>): Promise<void> {
    const done: RenderedPage[] = []
    for (const [index, result] of (await rendering).entries()) {
      const page = pages[index]
      if ('error' in result) this.#errors.push(result.error)
      else if (page) done.push({ page, html: result.html, references: result.references })
    }
    return this.#job.done(done)
  }

  /**
   * If the process dies during a batch, renders the pages one by one to find the cause. Tries each page
   * twice, because another program may have killed the process.
   */
  async #renderBatch(place: number, pages: Pages, isLastTry = false): Promise<readonly SentResult[]> {
    try {
      const process = await this.#pool.ready(place, this.#job.theme, this.#site)
      const { results } = await this.#ask(process, pages)
      this.#slow += results.filter((result) => 'error' in result && isSlowPage(result.error)).length
      return results
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      const [page] = pages
      if (pages.length > 1 || !page) return this.#renderEach(place, pages)
      if (!isLastTry && error.reason !== 'time') return this.#renderBatch(place, pages, true)
      if (error.reason === 'time') this.#slow += 1
      return [{ error: lostError(error, page) }]
    }
  }

  async #renderEach(place: number, pages: Pages): Promise<SentResult[]> {
    const results: SentResult[] = []
    for (const page of pages) {
      if (this.#slow >= slowPagesAtMost) break
      this.#job.signal?.throwIfAborted()
      results.push(...(await this.#renderBatch(place, [page])))
    }
    return results
  }

  /** A separate function, so that V8 can free the models of the batch while the caller waits. */
  #ask(process: RendererProcess, pages: Pages): ReturnType<typeof process.ask> {
    const { timeLimit, outputLimit, silenceLimit } = this.#limits
    const message: BatchMessage = { type: 'batch', timeLimit, outputLimit, pages: pages.map(toMessage) }
    return process.ask(message, batchLimit(silenceLimit, pages.length))
  }
}

/** True if the page exceeded its time limit. */
export const isSlowPage = ({ message }: RenderError): boolean => message === tooSlow

function toMessage(page: PlannedPage): PageMessage {
  const { path, template, shared, about } = page
  return { path, template, shared, summary: about.summary, ...(page.headless ?? { model: page.model }) }
}

const siteMessage = ({ theme, plan, site }: RenderJob): SiteMessage => ({
  type: 'site',
  shared: { ...plan.shared },
  footerCode: plan.footerCode,
  assets: theme.assets.map(({ path, digest }) => [path, digest]),
  ...site,
})

const lostError = ({ reason }: SandboxError, { path, template }: PlannedPage): RenderError => ({
  message: reason === 'time' ? tooSlow : 'The template needs too much memory',
  template,
  page: path,
})
