/** The making of a site, step by step: load, plan, let extensions filter, write, activate. */
import type { RenderFault } from '../errors.ts'
import { addressesOf } from '../pages/addresses/addresses.ts'
import { modelFilter } from '../pages/filter-models.ts'
import { inTurns } from '../pages/in-turns.ts'
import { sitePlanner } from '../pages/plan-site.ts'
import type { PlannedFile } from '../pages/planned.ts'
import type { PublisherPorts, Staging } from '../ports.ts'
import type { Generation, GenerationOptions, PageCounts } from '../releases/generation.ts'
import { altersPages, difference, sharedDigests } from '../reports/history/difference.ts'
import { type DescribeFile, fileDescriber } from '../reports/history/made-files.ts'
import { receiptWriter } from '../reports/history/receipt-writer.ts'
import { type MadePage, pageRecords } from '../reports/links/page-records.ts'
import { referenceReader } from '../reports/links/read-references.ts'
import type { FollowContent } from '../site/follow-content.ts'
import type { Site } from '../site/site.ts'
import { bodyRendering } from './bodies.ts'
import { siteFiles } from './site-files.ts'
import { type Made, type Watch, writeSite } from './write-site.ts'

const maxFaults = 50

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
type Making = Pick<Generation, 'id' | 'trigger'> & { readonly token: number }

export interface SiteBuilder {
  build(generation: Making, options: GenerationOptions, watch: Watch): Promise<Build>
  /**
   * Makes ready what the next generation of that site will find: content, the theme in its processes, bodies and the plan. What is
   * being loaded is loaded to its end, for a generation needs it too; no further body is rendered and no plan made once it is `needless`.
   * When it ends, nothing of it is at work any more. @throws what keeps it from being made
   */
  prepare(options: GenerationOptions, until: { readonly signal: AbortSignal; readonly needless: AbortSignal }): Promise<void>
}

/**
 * Builds the site beside the current one. A manual generation renders every page, one that events triggered those that
 * changed (contract.md#automatic-generations); the bytes are the same.
 * @throws GENERATION_FAILED with template, line and page of every fault.
 */
export function siteBuilder(ports: Ports, follow: FollowContent): SiteBuilder {
  const withBodies = bodyRendering(ports)
  const planSite = sitePlanner(ports.digest)
  const filterModels = modelFilter(ports.hooks, ports.digest)
  const records = pageRecords(ports.records)
  const siteThere = siteFiles()
  /** The generation of which something is being written down, or could not be. */
  let recording: string | undefined
  const isRecorded = ({ path, digest }: PlannedFile) => records.ownOf(path)?.digest === digest

  async function planOf(site: Site, { baseUrl, cleanUrls }: GenerationOptions, signal: AbortSignal) {
    const addresses = addressesOf(baseUrl, cleanUrls, ports.publicSiteUrl)
    return { addresses, planned: await inTurns(planSite(site, addresses), signal) }
  }

  /** What the site is made of now, and what is there. */
  async function loaded({ id, trigger }: Making, options: GenerationOptions, signal: AbortSignal) {
    const { outputDir } = options
    const startedAt = ports.clock()
    // Before anything is loaded: what is noted by now is in it.
    const noted = await ports.receipts.pending()
    const showing = ports.sites.shown(outputDir)
    const writing = showing.then((shown) => receiptWriter(ports, { id, trigger, outputDir, startedAt, noted, shown }))
    if (trigger === 'manual') ports.markup.warmUp()
    ports.sites.warmUp(outputDir)
    const surroundings = ports.source.surroundings(signal)
    const preparing = surroundings.then(({ theme }) => ports.renderer.prepare(theme))
    // Content is loaded and bodies are rendered meanwhile; that it failed is told when they are done.
    preparing.catch(() => undefined)
    /** What is remembered of a large site takes as long to read as its content; one that is made again as it was needs none of it before readers have it. */
    const remembered = once(() => records.begin(outputDir))
    const [source, published, current, shown, receipt] = await Promise.all([
      surroundings,
      follow(signal),
      ports.sites.current(outputDir),
      showing,
      writing,
      trigger === 'event' ? remembered() : undefined,
    ])
    const { posts, pages, faults } = await withBodies(published, { ...options, ...source.settings }, signal)
    const templates = await preparing
    // One processor plans: others may begin what follows.
    if (trigger === 'manual') void ports.renderer.warmUp(source.theme)
    const site: Site = { ...source, posts, pages, theme: { ...source.theme, templates } }
    const former = current ?? new Map<string, string>()
    return { source, site, faults, former, shown, receipt, remembered }
  }

  const build: SiteBuilder['build'] = async (making, options, watch) => {
    const { id, trigger, token } = making
    const { outputDir } = options
    const { source, site, faults: unrendered, former, shown, receipt, remembered } = await loaded(making, options, watch.signal)
    /** Readers have it, and a process died, or failed, before all was written down of that. */
    const isHalfRecorded = shown !== undefined && (shown === id || shown === recording)
    const { addresses, planned } = await planOf(site, options, watch.signal)
    const plan = await filterModels(planned, watch.signal)
    const faults = [...plan.leftOut, ...unrendered].slice(0, maxFaults)
    const shared = sharedDigests(plan, source.theme.digest, addresses, ports.digest)
    if (trigger === 'manual' && (isHalfRecorded || altersPages(plan, former))) await remembered()
    const before = { files: former, planned: siteThere.plannedAs(former), shared: receipt.sharedBefore, ownOf: records.ownOf }
    const changes = difference(plan, before, { trigger, shared, hasMedia: receipt.hasMedia })
    const unrecorded = isHalfRecorded ? plan.files.filter((file) => !changes.made.has(file.path) && !isRecorded(file)) : []
    receipt.planned(changes, shared)
    const counts = { pagesDone: 0, pagesTotal: plan.pages, pagesWritten: 0 }
    await watch.progress(counts)
    if (trigger === 'event' && changes.made.size === 0 && changes.files.removed === 0 && unrecorded.length === 0) {
      siteThere.made(former, plan)
      return nothingToDo(counts.pagesTotal, faults, () => (shown === id ? receipt.activated(site) : receipt.unchanged(site)))
    }
    const { files: wanted, differs } = siteThere.after(plan, former, changes)
    const renew = new Set((trigger === 'manual' ? plan.files : unrecorded).filter(({ type }) => type === 'page').map(({ path }) => path))
    const about = { generationId: id, trigger, token, pages: counts.pagesTotal }
    const reasonsBefore = receipt.reasonsBefore ?? ['program']
    const describe = fileDescriber(records, changes, { id, at: ports.clock(), reasonsBefore }, referenceReader(addresses))
    const made: Made[] = unrecorded.flatMap((file) => (file.type === 'page' ? [] : [[file] as const]))
    const staging = await ports.sites.stage({ ...about, outputDir, files: wanted, renew, differs })
    const writing = { run: { id, token }, source, plan, changes, posts: site.posts, addresses, staging, made, counts }
    const leftOut = await orDiscarded(staging, () => writeSite(ports, writing, watch))
    receipt.rendered()
    const files = leftOut.size === 0 ? wanted : new Map([...wanted].filter(([path]) => !leftOut.has(path)))
    return {
      counts,
      faults,
      async activate() {
        await staging.activate(leftOut)
        if (leftOut.size === 0) siteThere.made(files, plan)
      },
      async record() {
        recording = id
        await receipt.activated(site)
        // For what follows only the next generation waits.
        await remembered()
        await inTurns(recorded(made, describe, (page) => records.take([page])))
        const checked = await inTurns(records.check(files, addresses.basePath, leftOut.size === 0 ? differs : undefined))
        const links = { generationId: id, checkedAt: ports.clock(), ...checked }
        await Promise.all([ports.records.saveLinkReport(outputDir, links), records.keep(files)])
        recording = undefined
      },
      discard: () => staging.discard(),
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

async function orDiscarded<T>(staging: Staging, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await staging.discard()
    throw error
  }
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

const recordedAStep = 16

/** Takes them away, for of a large site they are much. */
function* recorded(made: Made[], describe: DescribeFile, take: (page: MadePage) => void): Generator<void, void> {
  for (let file = made.pop(); file; file = made.pop()) {
    take(yield* describe(...file))
    if (made.length % recordedAStep === 0) yield
  }
}
