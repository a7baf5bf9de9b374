/** Writes rendered pages, texts, and files of the theme and of media. */
import { type RenderFault, renderingFailed } from '../errors.ts'
import type { Addresses } from '../pages/addresses/addresses.ts'
import { inParallel } from '../pages/in-parallel.ts'
import type { PlannedCopy, PlannedFile, PlannedPage, SitePlan } from '../pages/planned.ts'
import type { PublisherPorts, Staging, Surroundings } from '../ports.ts'
import type { PageCounts } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import type { Difference } from '../reports/history/difference.ts'
import { entryKey } from '../site/content-model.ts'
import type { Post } from '../site/site.ts'
import { byPosts } from './page-order.ts'
import { renderPages, type WrittenPage } from './shards/share-pages.ts'

const maxFaults = 50
const filesAtOnce = 16

export interface Watch {
  readonly signal: AbortSignal
  readonly progress: (counts: PageCounts) => Promise<void>
}

/** A written file and, of a page, what `referencesIn` found. */
export type Made = readonly [file: PlannedFile, found?: string]

export interface Writing {
  readonly run: GenerationRun
  readonly source: Surroundings
  readonly plan: SitePlan
  readonly changes: Difference
  readonly posts: readonly Post[]
  readonly addresses: Addresses
  readonly outputDir: string
  readonly staging: Staging
  readonly made: Made[]
  readonly counts: { pagesDone: number; readonly pagesTotal: number; pagesWritten: number }
}

/** Returns what was left out. */
export async function writeSite(
  ports: Pick<PublisherPorts, 'source' | 'renderer' | 'model' | 'digest' | 'shards'>,
  writing: Writing,
  watch: Watch,
): Promise<ReadonlySet<string>> {
  const { plan, staging, counts, source, made } = writing
  const missing = filesAt(staging.missing, writing)
  const pages = byPosts(
    missing.filter((file) => file.type === 'page'),
    writing.posts,
  )
  const copies = missing.filter((file) => file.type === 'copy')
  counts.pagesDone = counts.pagesTotal - pages.length
  /** Takes only the number: the HTML must not stay in memory. */
  const written = async (writing: Promise<void>, count: number) => {
    await writing
    counts.pagesDone += count
    counts.pagesWritten += count
    await watch.progress(counts)
  }
  const failure = new AbortController()
  const signal = AbortSignal.any([watch.signal, failure.signal])
  const texts = staging.write(
    missing.flatMap((file) => (file.type === 'text' ? [{ path: file.path, content: file.text }] : [])),
  )
  const copying = copyFiles(ports, writing, copies, signal)
  const { run, outputDir, addresses } = writing
  const note = (done: readonly WrittenPage[]) => {
    for (const { page, references } of done) made.push([page, references])
  }
  const rendering = renderPages(ports, {
    run,
    outputDir,
    staging,
    context: { source, addresses },
    job: {
      theme: source.theme,
      plan,
      site: addresses,
      pages,
      maxFaults,
      signal,
      done: (done) => {
        note(done)
        const files = done.map(({ page, html }) => ({ path: page.path, content: html }))
        return written(staging.write(files), done.length)
      },
    },
    written: (done) => {
      note(done)
      return written(Promise.resolve(), done.length)
    },
  })
  const rendered = rendering.then((faults) => {
    if (faults.length > 0) throw renderingFailed(withEntries(faults, pages))
  })
  const works = [texts, copying, rendered]
  for (const work of works) work.catch((error: unknown) => failure.abort(error))
  // No write is in flight afterwards.
  await Promise.allSettled(works)
  failure.signal.throwIfAborted()
  for (const file of missing) if (file.type !== 'page') made.push([file])
  const leftOut = await copying
  await watch.progress(counts)
  return leftOut
}

/** Mostly changed files; the store may have lost others. */
function filesAt(
  paths: ReadonlySet<string>,
  { plan, changes: { made } }: Pick<Writing, 'plan' | 'changes'>,
): readonly PlannedFile[] {
  const found = [...paths].flatMap((path) => made.get(path)?.file ?? [])
  return found.length === paths.size ? found : plan.files.filter(({ path }) => paths.has(path))
}

function withEntries(faults: readonly RenderFault[], pages: readonly PlannedPage[]): readonly RenderFault[] {
  const owners = new Map(pages.map(({ path, about }) => [path, about.own]))
  return faults.map((fault) => {
    const own = owners.get(fault.page ?? '')
    return own ? { ...fault, entry: entryKey(own) } : fault
  })
}

/** Returns media that was deleted meanwhile; that event starts the next generation. */
async function copyFiles(
  { source: { open } }: Pick<PublisherPorts, 'source'>,
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
