/** The coordinator of a shared build: offers shards and renders what other publishers have not finished. */
import type { RenderError } from '../../errors.ts'
import type { PlannedPage } from '../../pages/planned.ts'
import type { PublisherPorts, RenderJob, Staging } from '../../ports.ts'
import type { GenerationRun } from '../../releases/generation-ledger.ts'
import type { HeldModel } from '../../site/content-model.ts'
import { Division } from './division.ts'
import { RenderResult } from './render-result.ts'
import { plannedDigest } from './render-shard.ts'
import type { Shard, ShardContext, ShardQueue, ShardReport } from './shard.ts'

export interface PagesOfBuild {
  readonly job: RenderJob
  readonly run: GenerationRun
  readonly outputDir: string
  readonly context: ShardContext
  readonly staging: Pick<Staging, 'stored' | 'accept'>
  /** Called with pages that another publisher has rendered and written. */
  readonly written: (pages: readonly WrittenPage[]) => Promise<void>
}

export interface WrittenPage {
  readonly page: PlannedPage
  readonly references: string
}

type SharingPorts = Pick<PublisherPorts, 'model' | 'renderer' | 'digest' | 'shards'>

/** Below this number of pages, rendering here is faster than a round trip to others. */
const fewPages = 256
const pagesOfShard = { least: 64, most: 256 }
/** Shards of a large build: many, so that the publishers finish at about the same time. */
const shardsOfBuild = 128

/** Renders the pages of a build, with the other publishers if there are many pages. */
export async function renderPages(ports: SharingPorts, build: PagesOfBuild): Promise<readonly RenderError[]> {
  const { shards, model, renderer } = ports
  if (!shards || build.job.pages.length < fewPages) return renderer.render(build.job)
  const held = await model.hold()
  try {
    return await new SharedBuild(ports, build, shards, held).render()
  } finally {
    await held.end()
  }
}

const shardSize = (pages: number): number =>
  Math.max(pagesOfShard.least, Math.min(pagesOfShard.most, Math.ceil(pages / shardsOfBuild)))

class SharedBuild {
  readonly #ports: SharingPorts
  readonly #build: PagesOfBuild
  readonly #shards: ShardQueue
  readonly #held: HeldModel
  readonly #division: Division
  readonly #result: RenderResult
  readonly #context: string
  readonly #byPublisher = new Map<string, number>()

  constructor(ports: SharingPorts, build: PagesOfBuild, shards: ShardQueue, held: HeldModel) {
    this.#ports = ports
    this.#build = build
    this.#shards = shards
    this.#held = held
    this.#division = new Division(build.job.pages, shardSize(build.job.pages.length))
    this.#result = new RenderResult(build.job, this.#division, ports.renderer.isTooSlow)
    this.#context = contextDigest(build.context, ports.digest)
  }

  async render(): Promise<readonly RenderError[]> {
    const { run, context } = this.#build
    const offering = this.#shards.offer({
      run,
      shards: this.#division.tasks,
      context: () => context,
      shard: (number) => this.#lend(number),
      report: (number, report, publisher) => this.#take(number, report, publisher),
    })
    this.#renderHere().catch(this.#result.fail)
    try {
      return await this.#result.promise
    } finally {
      await this.#result.written()
      await (await offering.catch(() => undefined))?.close()
      if (this.#byPublisher.size > 0) this.#shards.shared(run.id, this.#byPublisher)
    }
  }

  #lend(number: number): Shard | undefined {
    const pages = this.#result.isOver() ? undefined : this.#division.lend(number)
    if (!pages) return undefined
    const { run, outputDir, staging } = this.#build
    return {
      run,
      outputDir,
      snapshot: this.#held.snapshot,
      context: this.#context,
      pages: pages.map((page) => page.number),
      planned: plannedDigest(pages, this.#ports.digest),
      stored: pages.map(({ path }) => staging.stored(path)),
    }
  }

  async #take(number: number, report: ShardReport, publisher: string): Promise<void> {
    if (this.#result.isOver()) return
    const pages = this.#division.pagesOf(number)
    const reported = report.pages.flatMap(({ index, ...file }) => {
      const page = pages[index]
      return page && !this.#division.isCompleted([page]) ? [{ page, ...file }] : []
    })
    const files = reported.map(({ page, digest, size }) => ({ path: page.path, digest, size }))
    const absent = new Set(await this.#build.staging.accept(files))
    const present = reported.filter(({ page }) => !absent.has(page.path))
    const count = await this.#result.addPages(present, this.#build.written)
    this.#byPublisher.set(publisher, (this.#byPublisher.get(publisher) ?? 0) + count)
    this.#shards.rendered('by others', count)
    // An error without a line may have its cause on that machine, so the page is rendered here again.
    const certain = report.errors.filter(({ line }) => line !== undefined)
    this.#result.addErrors(certain, pages)
    this.#division.giveBack(number)
  }

  async #renderHere(): Promise<void> {
    const { job } = this.#build
    const { renderer } = this.#ports
    while (!this.#result.isOver()) {
      const pages = this.#division.take()
      if (pages.length === 0) return
      const errors = await renderer.render({
        ...job,
        pages,
        maxErrors: this.#result.errorsLeft(),
        signal: AbortSignal.any([this.#result.signal, ...(job.signal ? [job.signal] : [])]),
        done: async (done) => {
          this.#shards.rendered('own', await this.#result.addPages(done, job.done))
        },
      })
      const added = this.#result.addErrors(errors, pages)
      if (added === 0 && !this.#result.isOver() && !this.#division.isCompleted(pages))
        throw new Error('pages were not rendered')
      this.#division.putBack()
    }
  }
}

function contextDigest({ source, addresses }: ShardContext, digest: PublisherPorts['digest']): string {
  const { settings, menu, media, profiles, theme } = source
  return digest(JSON.stringify([settings, menu, media, profiles, theme.name, theme.digest, addresses]))
}
