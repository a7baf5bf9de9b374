/** Writes the files of a site into its staging: rendered pages, texts, and copies of the theme and of media. */
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

const maxFaults = 50
const filesAtOnce = 16

export interface Watch {
  readonly signal: AbortSignal
  readonly progress: (counts: PageCounts) => Promise<void>
}

/** A file that was written, with what it refers to if it is a page, as `referencesIn` tells it. */
export type Made = readonly [file: PlannedFile, found?: string]

export interface Writing {
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
export async function writeSite(
  ports: Pick<PublisherPorts, 'source' | 'renderer'>,
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
  /** Is told how many pages they are, and not which: their HTML is large, and nobody needs it any more. */
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
      return written(
        staging.write(done.map(({ page, html }) => ({ path: page.path, content: html }))),
        done.length,
      )
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
  const leftOut = await copying
  await watch.progress(counts)
  return leftOut
}

/** Most often those that the plan changes; the store may want more, where it lost some. */
function filesAt(
  paths: ReadonlySet<string>,
  { plan, changes: { made } }: Pick<Writing, 'plan' | 'changes'>,
): readonly PlannedFile[] {
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
