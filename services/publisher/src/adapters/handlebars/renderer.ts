/** The Renderer port over a few killable processes. */
import {
  type BatchMessage,
  type HtmlBuffers,
  type PageMessage,
  RendererLost,
  type RendererProcess,
  type SentResult,
  type SiteMessage,
  startRenderer,
  tooSlow,
} from '@typecase/theme-engine'
import { type RenderFault, renderingFailed } from '../../core/errors.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import {
  type RenderedPage,
  type Renderer,
  type RenderJob,
  type SourceTheme,
  slowPagesAtMost,
} from '../../core/ports.ts'
import type { Template } from '../../core/site/site.ts'
import { batchesOf } from './batches.ts'
import { rendererProgram } from './program.ts'

export interface RendererOptions {
  /** Default 2. */
  readonly processes?: number
  /** Milliseconds of processor time for one page; default 2000 (docs/themes.md). */
  readonly timeLimit?: number
  /** Milliseconds of processor time for 32 pages, after which a process that says nothing is killed; default twice the time limit. */
  readonly silenceLimit?: number
  /** Mebibytes of heap of one process; default 128. */
  readonly memory?: number
  /** UTF-16 units of one page; default 8 Mi. */
  readonly outputLimit?: number
  /** The memory that HTML comes in; who takes it may give it back. */
  readonly buffers?: HtmlBuffers
}

export interface HandlebarsRenderer extends Renderer {
  /** Ends every process. */
  close(): void
}

/** Batches at a time for one process: while one is rendered the other is written and the next is made. */
const ahead = 2
const preparationLimitMs = 15_000
/** Pages for which a process may say nothing. More take longer, and two batches wait for it at a time; each page has its own limit there. */
const pagesOfLimit = 32

export function handlebarsRenderer(options: RendererOptions = {}): HandlebarsRenderer {
  const { processes = 2, timeLimit = 2_000, memory = 128, outputLimit = 8 * 1024 * 1024 } = options
  const silenceLimit = options.silenceLimit ?? 2 * timeLimit
  const pool: (RendererProcess | undefined)[] = Array.from({ length: processes })
  /** What each was told last. */
  const themes = new WeakMap<
    RendererProcess,
    { readonly digest: string; readonly templates: Promise<ReadonlyMap<string, Template>> }
  >()
  let prepared: { digest: string; templates: ReadonlyMap<string, Template> } | undefined
  let lastId = 0
  let isClosed = false
  const nextId = () => ++lastId

  async function compiled(
    process: RendererProcess,
    theme: SourceTheme,
  ): Promise<ReadonlyMap<string, Template>> {
    process.site = undefined
    const { templates, faults } = await process.ask(
      { type: 'theme', id: nextId(), sources: [...theme.sources] },
      preparationLimitMs,
    )
    if (faults.length > 0) throw renderingFailed(faults)
    return new Map(templates.map(([path, uses]) => [path, { uses: new Set(uses) }]))
  }

  /** Several may wait for the same one. */
  function load(process: RendererProcess, theme: SourceTheme): Promise<ReadonlyMap<string, Template>> {
    const known = themes.get(process)
    if (known?.digest === theme.digest) return known.templates
    const templates = compiled(process, theme)
    const told = { digest: theme.digest, templates }
    themes.set(process, told)
    // Of a theme with faults it keeps what it could compile: it is told again.
    templates.catch(() => themes.get(process) === told && themes.delete(process))
    return templates
  }

  /** Undefined when the process was lost over it. */
  async function loadAnywhere(theme: SourceTheme): Promise<ReadonlyMap<string, Template> | undefined> {
    try {
      return await load(processAt(0), theme)
    } catch (error) {
      if (error instanceof RendererLost) return undefined
      throw error
    }
  }

  /** One that lives. @throws Error once all were ended: nobody would end it */
  function processAt(place: number): RendererProcess {
    if (isClosed) throw new Error('The renderer is closed')
    const known = pool[place]
    const process = known?.alive() ? known : startRenderer({ ...rendererProgram, memory }, options.buffers)
    pool[place] = process
    return process
  }

  /** A living process in that place that knows theme and site. */
  async function ready(place: number, theme: SourceTheme, site: SiteMessage): Promise<RendererProcess> {
    const process = processAt(place)
    await load(process, theme)
    if (process.site !== site) {
      process.tell(site)
      process.site = site
    }
    return process
  }

  /** Apart from whoever waits for the answer: a function that waits may keep all that it had, and the models of a batch are much. */
  function asked(process: RendererProcess, pages: readonly PlannedPage[]) {
    const message: BatchMessage = {
      type: 'batch',
      id: nextId(),
      timeLimit,
      outputLimit,
      pages: pages.map(toMessage),
    }
    return process.ask(message, silenceLimit * Math.max(1, pages.length / pagesOfLimit))
  }

  /**
   * A batch whose process was lost is rendered again page by page, which finds the guilty one. A page whose process died has
   * another try: it may have been ended from outside, for want of memory of the machine.
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
      if (!(error instanceof RendererLost)) throw error
      const [page] = pages
      if (pages.length === 1 && page) {
        if (!isLastTry && error.reason === 'died') return renderBatch(place, run, [page], true)
        if (error.reason === 'time') run.slow += 1
        return [{ fault: lostFault(error, page) }]
      }
      return renderEach(place, run, pages)
    }
  }

  /** As long as the run has not failed anyway: all processes may be at this at the same time. */
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
    close: () => {
      isClosed = true
      for (const process of pool.splice(0)) process?.kill()
    },
  }
}

type RenderBatch = (place: number, run: Run, pages: readonly PlannedPage[]) => Promise<readonly SentResult[]>

/** Hands batches to the places until all are rendered, or as many pages have failed as are wanted. */
async function renderBatches(
  job: RenderJob,
  places: number,
  renderBatch: RenderBatch,
): Promise<readonly RenderFault[]> {
  const faults: RenderFault[] = []
  const batches = batchesOf(job.pages, places)
  const run: Run = { job, site: siteMessage(job), slow: 0 }
  let hasFailed = false
  const isEnough = () => hasFailed || faults.length >= job.maxFaults || run.slow >= slowPagesAtMost
  const work = async (place: number) => {
    for (let pages = batches.next(place); pages && !isEnough(); pages = batches.next(place)) {
      job.signal?.throwIfAborted()
      await handOver(pages, renderBatch(place, run, pages))
    }
  }
  /** Ends before what it hands over is taken, and keeps nothing of it: HTML that lives longer than it must has the whole heap collected. */
  const handOver = async (
    pages: readonly PlannedPage[],
    rendering: Promise<readonly SentResult[]>,
  ): Promise<void> => {
    const done: RenderedPage[] = []
    for (const [index, result] of (await rendering).entries()) {
      const page = pages[index]
      if ('fault' in result) faults.push(result.fault)
      else if (page) done.push({ page, html: result.html, references: result.references })
    }
    return job.done(done)
  }
  // Counted before the work begins: the works take batches away as soon as they are called.
  const works = Math.min(ahead * places, batches.count)
  const working = Array.from({ length: works }, (_, at) =>
    work(at % places).catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  // Nobody hands in pages any more when this ends, however it ends.
  await Promise.allSettled(working)
  await Promise.all(working)
  return faults.slice(0, job.maxFaults)
}

interface Run {
  readonly job: RenderJob
  readonly site: SiteMessage
  /** Pages that outran their time so far. */
  slow: number
}

const isTooSlow = (result: SentResult): boolean => 'fault' in result && result.fault.message === tooSlow

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

const lostFault = ({ reason }: RendererLost, { path, template }: PlannedPage): RenderFault => ({
  message: reason === 'time' ? tooSlow : 'The template needs too much memory',
  template,
  page: path,
})
