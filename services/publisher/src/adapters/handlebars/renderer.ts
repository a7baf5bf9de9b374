import { SandboxError } from '@typecase/sandbox'
import {
  type BatchMessage,
  type HtmlBuffers,
  type PageMessage,
  type RendererProcess,
  type SentResult,
  type SiteMessage,
  startRenderer,
  tooSlow,
} from '@typecase/theme-engine'
import { type RenderError, renderingFailed } from '../../core/errors.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import {
  type RenderedPage,
  type Renderer,
  type RenderJob,
  type SourceTheme,
  slowPagesAtMost,
} from '../../core/ports.ts'
import type { Template } from '../../core/site/site.ts'
import { batchesOf, batchLimit } from './batches.ts'
import { rendererProgram } from './program.ts'

export interface RendererOptions {
  /** Default 2. */
  readonly processes?: number
  /** Milliseconds of processor time per page; default 2000 (docs/themes.md). */
  readonly timeLimit?: number
  /**
   * Milliseconds of processor time per 32 pages until a silent process is killed; default twice the time
   * limit.
   */
  readonly silenceLimit?: number
  /** Mebibytes of heap per process; default 128. */
  readonly memory?: number
  /** UTF-16 units per page; default 8 Mi. */
  readonly outputLimit?: number
  /** Buffers for HTML, which the reader may give back. */
  readonly buffers?: HtmlBuffers
}

export interface HandlebarsRenderer extends Renderer {
  close(): void
}

/** Batches per process: one is rendered while the next is prepared. */
const ahead = 2
const preparationLimitMs = 15_000

export function handlebarsRenderer(options: RendererOptions = {}): HandlebarsRenderer {
  const { processes = 2, timeLimit = 2_000, memory = 128, outputLimit = 8 * 1024 * 1024 } = options
  const silenceLimit = options.silenceLimit ?? 2 * timeLimit
  const pool: (RendererProcess | undefined)[] = Array.from({ length: processes })
  const themes = new WeakMap<
    RendererProcess,
    { readonly digest: string; readonly templates: Promise<ReadonlyMap<string, Template>> }
  >()
  let prepared: { digest: string; templates: ReadonlyMap<string, Template> } | undefined
  let isClosed = false

  async function compiled(
    process: RendererProcess,
    theme: SourceTheme,
  ): Promise<ReadonlyMap<string, Template>> {
    process.site = undefined
    const { templates, errors } = await process.ask(
      { type: 'theme', sources: [...theme.sources] },
      preparationLimitMs,
    )
    if (errors.length > 0) throw renderingFailed(errors)
    return new Map(templates.map(([path, uses]) => [path, { uses: new Set(uses) }]))
  }

  function load(process: RendererProcess, theme: SourceTheme): Promise<ReadonlyMap<string, Template>> {
    const known = themes.get(process)
    if (known?.digest === theme.digest) return known.templates
    const templates = compiled(process, theme)
    const told = { digest: theme.digest, templates }
    themes.set(process, told)
    // A theme with errors is loaded again.
    templates.catch(() => themes.get(process) === told && themes.delete(process))
    return templates
  }

  /** Undefined if the process died. */
  async function loadAnywhere(theme: SourceTheme): Promise<ReadonlyMap<string, Template> | undefined> {
    try {
      return await load(processAt(0), theme)
    } catch (error) {
      if (error instanceof SandboxError) return undefined
      throw error
    }
  }

  /** @throws Error after close */
  function processAt(place: number): RendererProcess {
    if (isClosed) throw new Error('The renderer is closed')
    const known = pool[place]
    const process = known?.alive() ? known : startRenderer({ ...rendererProgram, memory }, options.buffers)
    pool[place] = process
    return process
  }

  async function ready(place: number, theme: SourceTheme, site: SiteMessage): Promise<RendererProcess> {
    const process = processAt(place)
    await load(process, theme)
    if (process.site !== site) {
      process.tell(site)
      process.site = site
    }
    return process
  }

  /** A separate function, because a waiting one would keep the models of the batch in memory. */
  function asked(process: RendererProcess, pages: readonly PlannedPage[]) {
    const message: BatchMessage = {
      type: 'batch',
      timeLimit,
      outputLimit,
      pages: pages.map(toMessage),
    }
    return process.ask(message, batchLimit(silenceLimit, pages.length))
  }

  /**
   * A batch whose process died is rendered page by page to find the cause. A page is tried twice: the
   * process may have been killed from outside.
   */
  async function renderBatch(
    place: number,
    run: Run,
    pages: readonly PlannedPage[],
    isLastTry = false,
  ): Promise<readonly SentResult[]> {
    try {
      const { results } = await asked(await ready(place, run.job.theme, run.site), pages)
      run.slow += results.filter(isTooSlow).length
      return results
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      const [page] = pages
      if (pages.length === 1 && page) {
        if (!isLastTry && error.reason !== 'time') return renderBatch(place, run, [page], true)
        if (error.reason === 'time') run.slow += 1
        return [{ error: lostError(error, page) }]
      }
      return renderEach(place, run, pages)
    }
  }

  async function renderEach(place: number, run: Run, pages: readonly PlannedPage[]): Promise<SentResult[]> {
    const results: SentResult[] = []
    for (const page of pages) {
      if (run.slow >= slowPagesAtMost) break
      run.job.signal?.throwIfAborted()
      results.push(...(await renderBatch(place, run, [page])))
    }
    return results
  }

  return {
    async prepare(theme) {
      if (prepared?.digest === theme.digest) return prepared.templates
      const templates = (await loadAnywhere(theme)) ?? (await loadAnywhere(theme))
      if (!templates)
        throw renderingFailed([
          { message: 'The templates of the theme could not be compiled within the limits' },
        ])
      prepared = { digest: theme.digest, templates }
      return templates
    },
    async warmUp(theme) {
      await Promise.allSettled(Array.from(pool.keys(), async (place) => load(processAt(place), theme)))
    },
    render: (job) => renderBatches(job, pool.length, renderBatch),
    isTooSlow: isSlowPage,
    close: () => {
      isClosed = true
      for (const process of pool.splice(0)) process?.kill()
    },
  }
}

type RenderBatch = (place: number, run: Run, pages: readonly PlannedPage[]) => Promise<readonly SentResult[]>

async function renderBatches(
  job: RenderJob,
  places: number,
  renderBatch: RenderBatch,
): Promise<readonly RenderError[]> {
  const errors: RenderError[] = []
  const batches = batchesOf(job.pages, places)
  const run: Run = { job, site: siteMessage(job), slow: 0 }
  let hasFailed = false
  const isEnough = () => hasFailed || errors.length >= job.maxErrors || run.slow >= slowPagesAtMost
  const work = async (place: number) => {
    for (let pages = batches.next(place); pages && !isEnough(); pages = batches.next(place)) {
      job.signal?.throwIfAborted()
      await handOver(pages, renderBatch(place, run, pages))
    }
  }
  /** Drops the HTML before it awaits, which spares collections of the whole heap. */
  const handOver = async (
    pages: readonly PlannedPage[],
    rendering: Promise<readonly SentResult[]>,
  ): Promise<void> => {
    const done: RenderedPage[] = []
    for (const [index, result] of (await rendering).entries()) {
      const page = pages[index]
      if ('error' in result) errors.push(result.error)
      else if (page) done.push({ page, html: result.html, references: result.references })
    }
    return job.done(done)
  }
  // Counted first: each call takes batches.
  const works = Math.min(ahead * places, batches.count)
  const working = Array.from({ length: works }, (_, at) =>
    work(at % places).catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  await Promise.allSettled(working)
  await Promise.all(working)
  return errors.slice(0, job.maxErrors)
}

interface Run {
  readonly job: RenderJob
  readonly site: SiteMessage
  /** Pages over the time limit. */
  slow: number
}

/** Of a page that outran its time. */
export const isSlowPage = ({ message }: RenderError): boolean => message === tooSlow

const isTooSlow = (result: SentResult): boolean => 'error' in result && isSlowPage(result.error)

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
