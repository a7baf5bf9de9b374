/** The making of a site, step by step: load, plan, let extensions filter, write, activate. */
import { type RenderFault, renderingFailed } from '../errors.ts'
import { type MadePage, pageRecords } from '../links/page-records.ts'
import { referenceReader } from '../links/read-references.ts'
import { entryKey } from '../model/content-model.ts'
import type { FollowContent } from '../model/follow-content.ts'
import { type Addresses, addressesOf } from '../plan/addresses.ts'
import { withFilteredModels } from '../plan/filter-models.ts'
import { sitePlanner } from '../plan/plan-site.ts'
import type { PlannedCopy, PlannedFile, PlannedPage, SitePlan } from '../plan/planned.ts'
import type { GenerationRun, PublisherPorts, Staging, Surroundings } from '../ports.ts'
import { altersPages, type Difference, difference, sharedDigests } from '../receipts/difference.ts'
import { type DescribeFile, fileDescriber } from '../receipts/made-files.ts'
import { receiptWriter } from '../receipts/receipt-writer.ts'
import type { Post, Site } from '../site/site.ts'
import { bodyRendering } from './bodies.ts'
import type { Generation, GenerationOptions, PageCounts } from './generation.ts'
import { inParallel } from './in-parallel.ts'
import { inTurns } from './in-turns.ts'
import { byPosts } from './page-order.ts'
import { siteFiles } from './site-files.ts'

const maxFaults = 50
const filesAtOnce = 16

export interface Build {
  readonly counts: PageCounts
  /** What is wrong with single pages and keeps no site from being made. */
  readonly faults: readonly RenderFault[]
  /** Switches to the new site, unless nothing changed. */
  activate(): Promise<void>
  /**
   * Readers have the site: records what became of the changes, what the pages refer to, and which of that leads nowhere. What fails
   * here makes no other site.
   */
  record(): Promise<void>
  discard(): Promise<void>
}

type Ports = Pick<
  PublisherPorts,
  'source' | 'model' | 'markup' | 'renderer' | 'sites' | 'records' | 'receipts' | 'hooks' | 'digest' | 'clock' | 'publicSiteUrl'
>
export type OnProgress = (counts: PageCounts) => Promise<void>

export interface SiteBuilder {
  build(
    generation: Pick<Generation, 'id' | 'trigger'> & { readonly token: number },
    options: GenerationOptions,
    watch: Watch,
  ): Promise<Build>
  /**
   * Makes ready what the next generation of that site will find: content, the theme in its processes, bodies and the plan. What is
   * being loaded is loaded to its end, for a generation needs it too; no further body is rendered and no plan made once it is `needless`.
   * When it ends, nothing of it is at work any more. @throws what keeps it from being made
   */
  prepare(options: GenerationOptions, until: { readonly signal: AbortSignal; readonly needless: AbortSignal }): Promise<void>
}

interface Watch {
  readonly signal: AbortSignal
  readonly progress: OnProgress
}

/**
 * Builds the site beside the current one. A manual generation renders every page, one that events triggered those that
 * changed (D12.5); the bytes are the same.
 * @throws GENERATION_FAILED with template, line and page of every fault.
 */
export function siteBuilder(ports: Ports, follow: FollowContent): SiteBuilder {
  const withBodies = bodyRendering(ports)
  const planSite = sitePlanner(ports.digest)
  const records = pageRecords(ports.records)
  const siteThere = siteFiles()

  async function planOf(site: Site, { baseUrl, cleanUrls }: GenerationOptions, signal: AbortSignal) {
    const addresses = addressesOf(baseUrl, cleanUrls, ports.publicSiteUrl)
    return { addresses, planned: await inTurns(planSite(site, addresses), signal) }
  }

  const build: SiteBuilder['build'] = async ({ id, trigger, token }, options, watch) => {
    // Before anything is loaded: what is noted by now is in it.
    const receipt = await receiptWriter(ports, { id, trigger, outputDir: options.outputDir })
    if (trigger === 'manual') ports.markup.warmUp()
    ports.sites.warmUp(options.outputDir)
    const surroundings = ports.source.surroundings(watch.signal)
    const preparing = surroundings.then(({ theme }) => ports.renderer.prepare(theme))
    // Content is loaded and bodies are rendered meanwhile; that it failed is told when they are done.
    preparing.catch(() => undefined)
    /** What is remembered of a large site takes as long to read as its content; one that is made again as it was needs none of it before readers have it. */
    const remembered = once(() => records.begin(options.outputDir))
    const [source, published, current] = await Promise.all([
      surroundings,
      follow(watch.signal),
      ports.sites.current(options.outputDir),
      trigger === 'event' ? remembered() : undefined,
    ])
    const former = current ?? new Map<string, string>()
    const { posts, pages, faults: unrendered } = await withBodies(published, { ...options, ...source.settings }, watch.signal)
    const templates = await preparing
    // One processor plans: others may begin what follows.
    if (trigger === 'manual') void ports.renderer.warmUp(source.theme)
    const site: Site = { ...source, posts, pages, theme: { ...source.theme, templates } }
    const { addresses, planned } = await planOf(site, options, watch.signal)
    const plan = await withFilteredModels(planned, ports.hooks, ports.digest, watch.signal)
    const faults = [...unrendered, ...plan.leftOut].slice(0, maxFaults)
    const shared = sharedDigests(plan, source.theme.digest, addresses, ports.digest)
    if (trigger === 'manual' && altersPages(plan, former)) await remembered()
    const before = { files: former, planned: siteThere.plannedAs(former), shared: receipt.sharedBefore, ownOf: records.ownOf }
    const changes = difference(plan, before, { trigger, shared, hasMedia: receipt.hasMedia })
    receipt.planned(changes, shared)
    const counts = { pagesDone: 0, pagesTotal: plan.pages, pagesWritten: 0 }
    await watch.progress(counts)
    if (trigger === 'event' && changes.made.size === 0 && changes.files.removed === 0) {
      siteThere.made(former, plan)
      return nothingToDo(counts.pagesTotal, faults, () => receipt.unchanged(site))
    }
    const { files: wanted, differs } = siteThere.after(plan, former, changes)
    const renew = new Set(trigger === 'manual' ? plan.files.filter(({ type }) => type === 'page').map(({ path }) => path) : [])
    const about = { generationId: id, trigger, token, pages: counts.pagesTotal }
    const describe = fileDescriber(records, changes, { id, at: ports.clock() }, referenceReader(addresses))
    const made: Made[] = []
    const staging = await ports.sites.stage({ ...about, outputDir: options.outputDir, files: wanted, renew, differs })
    try {
      const leftOut = await writeSite(ports, { run: { id, token }, source, plan, changes, posts, addresses, staging, made, counts }, watch)
      receipt.rendered()
      const files = leftOut.size === 0 ? wanted : new Map([...wanted].filter(([path]) => !leftOut.has(path)))
      await watch.progress(counts)
      const activate = async () => {
        await staging.activate(leftOut)
        if (leftOut.size === 0) siteThere.made(files, plan)
      }
      const record = async () => {
        await receipt.activated(site)
        // For what follows only the next generation waits.
        await remembered()
        await inTurns(recorded(made, describe, (page) => records.take([page])))
        const checked = await inTurns(records.check(files, addresses.basePath, leftOut.size === 0 ? differs : undefined))
        const links = { generationId: id, checkedAt: ports.clock(), ...checked }
        await Promise.all([ports.records.saveLinkReport(options.outputDir, links), records.keep(files)])
      }
      return { counts, faults, activate, record, discard: () => staging.discard() }
    } catch (error) {
      await staging.discard()
      throw error
    }
  }
  const prepare: SiteBuilder['prepare'] = async (options, { signal, needless }) => {
    ports.markup.warmUp()
    ports.sites.warmUp(options.outputDir)
    const surroundings = ports.source.surroundings(signal)
    const themed = surroundings.then(({ theme }) => ports.renderer.prepare(theme))
    const [source, published, templates] = await Promise.all([surroundings, follow(signal), themed])
    void ports.renderer.warmUp(source.theme)
    const until = AbortSignal.any([signal, needless])
    until.throwIfAborted()
    const { posts, pages } = await withBodies(published, { ...options, ...source.settings }, until)
    const site: Site = { ...source, posts, pages, theme: { ...source.theme, templates } }
    await planOf(site, options, until)
    await ports.sites.current(options.outputDir)
    if (!needless.aborted) await records.begin(options.outputDir)
  }
  return { build, prepare }
}

/** Begins the work with the first call. */
function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}

const nothingToDo = (pages: number, faults: readonly RenderFault[], record: Build['record']): Build => ({
  counts: { pagesDone: pages, pagesTotal: pages, pagesWritten: 0 },
  faults,
  activate: async () => undefined,
  record,
  discard: async () => undefined,
})

/** A file that was written, with what it refers to if it is a page, as `referencesIn` tells it. */
type Made = readonly [file: PlannedFile, found?: string]

const recordedAStep = 16

/** Takes them away, for of a large site they are much. */
function* recorded(made: Made[], describe: DescribeFile, take: (page: MadePage) => void): Generator<void, void> {
  for (let file = made.pop(); file; file = made.pop()) {
    take(yield* describe(...file))
    if (made.length % recordedAStep === 0) yield
  }
}

interface Writing {
  readonly run: GenerationRun
  readonly source: Surroundings
  readonly plan: SitePlan
  readonly changes: Difference
  readonly posts: readonly Post[]
  readonly addresses: Addresses
  readonly staging: Staging
  readonly made: Made[]
  readonly counts: { pagesDone: number; readonly pagesTotal: number; pagesWritten: number }
}

/** Writes what is missing and answers what had to be left out. */
async function writeSite(ports: Ports, writing: Writing, watch: Watch): Promise<ReadonlySet<string>> {
  const { plan, staging, counts, source, made } = writing
  const missing = filesAt(staging.missing, writing)
  const pages = byPosts(
    missing.filter((file) => file.type === 'page'),
    writing.posts,
  )
  const copies = missing.filter((file) => file.type === 'copy')
  counts.pagesDone = counts.pagesTotal - pages.length
  /** Is told how many pages they are, and not which: their HTML is large, and nobody needs it any more. */
  const written = async (writing: Promise<void>, count: number) => {
    await writing
    counts.pagesDone += count
    counts.pagesWritten += count
    await watch.progress(counts)
  }
  const failure = new AbortController()
  const signal = AbortSignal.any([watch.signal, failure.signal])
  const texts = staging.write(missing.flatMap((file) => (file.type === 'text' ? [{ path: file.path, content: file.text }] : [])))
  const copying = copyFiles(ports, writing, copies, signal)
  const rendering = ports.renderer.render({
    run: writing.run,
    theme: source.theme,
    plan,
    site: writing.addresses,
    pages,
    maxFaults,
    signal,
    done: (done) => {
      for (const { page, references } of done) made.push([page, references])
      return written(staging.write(done.map(({ page, html }) => ({ path: page.path, content: html }))), done.length)
    },
  })
  const rendered = rendering.then((faults) => {
    if (faults.length > 0) throw renderingFailed(withEntries(faults, pages))
  })
  const works = [texts, copying, rendered]
  for (const work of works) work.catch((error: unknown) => failure.abort(error))
  // The first failure ends the others, and nobody writes any more when this ends.
  await Promise.allSettled(works)
  failure.signal.throwIfAborted()
  for (const file of missing) if (file.type !== 'page') made.push([file])
  return await copying
}

/** Most often those that the plan changes; the store may want more, where it lost some. */
function filesAt(paths: ReadonlySet<string>, { plan, changes: { made } }: Pick<Writing, 'plan' | 'changes'>): readonly PlannedFile[] {
  const found = [...paths].flatMap((path) => made.get(path)?.file ?? [])
  return found.length === paths.size ? found : plan.files.filter(({ path }) => paths.has(path))
}

/** With the post or page that each page is of. */
function withEntries(faults: readonly RenderFault[], pages: readonly PlannedPage[]): readonly RenderFault[] {
  const owners = new Map(pages.map(({ path, about }) => [path, about.own]))
  return faults.map((fault) => {
    const own = owners.get(fault.page ?? '')
    return own ? { ...fault, entry: entryKey(own) } : fault
  })
}

/** Answers the media files that were deleted meanwhile: the event of that starts the next generation. */
async function copyFiles(
  { source: { open } }: Ports,
  { staging, source: { theme } }: Writing,
  files: readonly PlannedCopy[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>()
  await inParallel(files, filesAtOnce, async ({ path, source }) => {
    signal.throwIfAborted()
    const bytes = await open(source, theme, signal)
    if (bytes) await staging.copy(path, bytes)
    else gone.add(path)
  })
  return gone
}
