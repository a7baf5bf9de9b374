/** The coordinator of a shared build: offers shards and renders what other publishers have not finished. */
import type { RenderError } from '../../errors.ts'
import type { PlannedPage } from '../../pages/planned.ts'
import type { PublisherPorts, RenderJob, Staging } from '../../ports.ts'
import type { GenerationRun } from '../../releases/generation-ledger.ts'
import type { HeldModel } from '../../site/content-model.ts'
import { Division } from './division.ts'
import { RenderResult } from './render-result.ts'
import { plannedDigest } from './render-shard.ts'
import type { Shard, ShardContext, ShardOffer, ShardQueue, ShardReport } from './shard.ts'

export interface OfferedBuild {
  readonly run: GenerationRun
  readonly outputDir: string
  readonly context: ShardContext
  /** `contentDigest` of the build. */
  readonly content: string
  /** Numbers of the pages, in the order in which they are offered. */
  readonly numbers: readonly number[]
}

const pagesOfShard = { least: 64, most: 256 }
/** Shards of a large build: many, so that the publishers finish at about the same time. */
const shardsOfBuild = 128

export interface PagesOfBuild {
  readonly job: RenderJob
  readonly staging: Pick<Staging, 'accept'>
  /** Called with pages that another publisher has rendered and written. */
  readonly written: (pages: readonly WrittenPage[]) => Promise<void>
}

export interface WrittenPage {
  readonly page: PlannedPage
  readonly references: string
}

type SharingPorts = Pick<PublisherPorts, 'model' | 'renderer' | 'digest'>
type Report = readonly [shard: number, report: ShardReport, publisher: string]

/** The pages, once they are planned. */
interface Planned {
  readonly build: PagesOfBuild
  readonly division: Division
  readonly result: RenderResult
}

export class SharedBuild {
  readonly #ports: SharingPorts
  readonly #shards: ShardQueue
  readonly #about: OfferedBuild
  readonly #held: HeldModel
  /** Page numbers of each shard. */
  readonly #numbers: readonly (readonly number[])[]
  readonly #context: string
  #offering: Promise<ShardOffer | undefined> | undefined
  readonly #byPublisher = new Map<string, number>()
  /** Publishers whose rejection was reported. */
  readonly #rejected = new Set<string>()
  /** Shards that were lent before the pages were planned, and their reports. */
  readonly #lentEarly = new Set<number>()
  readonly #early: Report[] = []
  #planned: Planned | undefined
  #isClosed = false

  private constructor(ports: SharingPorts, shards: ShardQueue, about: OfferedBuild, held: HeldModel) {
    this.#ports = ports
    this.#shards = shards
    this.#about = about
    this.#held = held
    this.#numbers = divided(about.numbers)
    this.#context = contextDigest(about.context, ports.digest)
  }

  static async hold(ports: SharingPorts, shards: ShardQueue, about: OfferedBuild): Promise<SharedBuild> {
    return new SharedBuild(ports, shards, about, await ports.model.hold())
  }

  /** Offers the shards to other publishers, also before the pages are planned. */
  offer(): void {
    this.#offering ??= this.#shards.offer({
      run: this.#about.run,
      shards: this.#numbers.length,
      context: () => this.#about.context,
      shard: (number) => this.#lend(number),
      report: (...report) => this.#report(report),
    })
    // `close` ignores a failed offer, because all pages are then rendered here.
    this.#offering.catch(() => undefined)
  }

  /** Renders the pages here and takes the pages of others. */
  async render(build: PagesOfBuild): Promise<readonly RenderError[]> {
    const { job } = build
    const division = new Division(sharesOf(job.pages, this.#numbers), this.#lentEarly)
    const result = new RenderResult(job, division, this.#ports.renderer.isTooSlow)
    const planned = { build, division, result }
    this.#planned = planned
    this.offer()
    this.#takeEarly(planned)
      .then(() => this.#renderHere(planned))
      .catch(result.fail)
    try {
      return await result.promise
    } finally {
      await result.written()
    }
  }

  /** Withdraws the shards. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    try {
      await (await this.#offering?.catch(() => undefined))?.close()
    } finally {
      await this.#held.end()
    }
    if (this.#byPublisher.size > 0) this.#shards.shared(this.#about.run.id, this.#byPublisher)
  }

  #lend(number: number): Shard | undefined {
    const pages = this.#pagesToLend(number)
    if (!pages || this.#isClosed) return undefined
    const { run, outputDir, content } = this.#about
    return { run, outputDir, snapshot: this.#held.snapshot, context: this.#context, content, ...pages }
  }

  #pagesToLend(number: number): Pick<Shard, 'pages' | 'planned'> | undefined {
    if (!this.#planned) {
      this.#lentEarly.add(number)
      return { pages: this.#numbers[number] ?? [], planned: undefined }
    }
    const { division, result } = this.#planned
    const lent = result.isOver() ? undefined : division.lend(number)
    if (!lent) return undefined
    return { pages: lent.map((page) => page.number), planned: plannedDigest(lent, this.#ports.digest) }
  }

  async #report(report: Report): Promise<void> {
    if (this.#planned) await this.#take(this.#planned, report)
    else this.#early.push(report)
  }

  /** If taking a report fails, its pages are rendered here. The same applies to later reports. */
  async #takeEarly(planned: Planned): Promise<void> {
    for (const report of this.#early.splice(0))
      await this.#take(planned, report).catch((error: unknown) => this.#reject(planned, report, error))
  }

  #reject({ division }: Planned, [number, , publisher]: Report, error?: unknown): void {
    division.giveBack(number)
    if (!this.#rejected.has(publisher)) this.#shards.rejected(this.#about.run.id, publisher, error)
    this.#rejected.add(publisher)
  }

  async #take(planned: Planned, given: Report): Promise<void> {
    const { build, division, result } = planned
    const [number, report, publisher] = given
    if (result.isOver()) return
    const pages = division.pagesOf(number)
    if (report.planned !== plannedDigest(pages, this.#ports.digest)) return this.#reject(planned, given)
    const byNumber = new Map(pages.map((page) => [page.number, page]))
    const reported = report.pages.flatMap(({ number, ...file }) => {
      const page = byNumber.get(number)
      return page && !division.isCompleted([page]) ? [{ page, ...file }] : []
    })
    const files = reported.map(({ page, digest, size }) => ({ path: page.path, digest, size }))
    const absent = new Set(await build.staging.accept(files))
    const present = reported.filter(({ page }) => !absent.has(page.path))
    const count = await result.addPages(present, build.written)
    this.#byPublisher.set(publisher, (this.#byPublisher.get(publisher) ?? 0) + count)
    this.#shards.rendered('by others', count)
    // The machine of the other publisher may be the cause of an error without a line. Such a page is rendered
    // here again.
    const certain = report.errors.filter(({ line }) => line !== undefined)
    result.addErrors(certain, pages)
    division.giveBack(number)
  }

  async #renderHere({ build: { job }, division, result }: Planned): Promise<void> {
    const { renderer } = this.#ports
    while (!result.isOver()) {
      const pages = division.take()
      if (pages.length === 0) return
      const errors = await renderer.render({
        ...job,
        pages,
        maxErrors: result.errorsLeft(),
        signal: AbortSignal.any([result.signal, ...(job.signal ? [job.signal] : [])]),
        done: async (done) => {
          this.#shards.rendered('own', await result.addPages(done, job.done))
        },
      })
      const added = result.addErrors(errors, pages)
      if (added === 0 && !result.isOver() && !division.isCompleted(pages))
        throw new Error('pages were not rendered')
      division.putBack()
    }
  }
}

function divided(numbers: readonly number[]): readonly (readonly number[])[] {
  const { least, most } = pagesOfShard
  const size = Math.max(least, Math.min(most, Math.ceil(numbers.length / shardsOfBuild)))
  return Array.from({ length: Math.ceil(numbers.length / size) }, (_, at) =>
    numbers.slice(at * size, (at + 1) * size),
  )
}

/** One share per shard with its pages, then a last share with the pages that are in no shard. */
function sharesOf(
  pages: readonly PlannedPage[],
  shards: readonly (readonly number[])[],
): readonly (readonly PlannedPage[])[] {
  const byNumber = new Map(pages.map((page) => [page.number, page]))
  const shares = shards.map((numbers) => numbers.flatMap((number) => byNumber.get(number) ?? []))
  const shared = new Set(shares.flat())
  return [...shares, pages.filter((page) => !shared.has(page))]
}

function contextDigest({ source, addresses }: ShardContext, digest: PublisherPorts['digest']): string {
  const { settings, menu, media, profiles, theme } = source
  return digest(JSON.stringify([settings, menu, media, profiles, theme.name, theme.digest, addresses]))
}
