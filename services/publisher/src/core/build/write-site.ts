/** Writes rendered pages, texts, and files of the theme and of media. */
import { type RenderError, renderingFailed } from '../errors.ts'
import type { Addresses } from '../pages/addresses/addresses.ts'
import { inParallel } from '../pages/in-parallel.ts'
import type { PlannedCopy, PlannedFile, PlannedPage, SitePlan } from '../pages/planned.ts'
import type { PublisherPorts, RenderJob, SiteContext, Staging } from '../ports.ts'
import type { PageCounts } from '../releases/generation.ts'
import type { GenerationRun } from '../releases/generation-ledger.ts'
import type { Difference } from '../reports/history/difference.ts'
import { entryKey } from '../site/content-model.ts'
import type { Post } from '../site/site.ts'
import { byPosts } from './page-order.ts'
import { renderPages } from './shards/share-pages.ts'
import type { SharedBuild, WrittenPage } from './shards/shared-build.ts'

type RenderingPorts = Pick<PublisherPorts, 'renderer' | 'model' | 'digest' | 'shards'>

const maxErrors = 50
const filesAtOnce = 16

export interface Watch {
  readonly signal: AbortSignal
  readonly progress: (counts: PageCounts) => Promise<void>
}

/** A written file and, for a page, the result of `referencesIn`. */
export type WrittenFile = readonly [file: PlannedFile, found?: string]

export interface Writing {
  readonly run: GenerationRun
  readonly source: SiteContext
  /** Undefined if the content has changed since it was loaded. */
  readonly content: () => string | undefined
  readonly plan: SitePlan
  readonly changes: Difference
  readonly posts: readonly Post[]
  readonly addresses: Addresses
  readonly outputDir: string
  readonly staging: Staging
  /** Set if shards were offered before their pages were planned. */
  readonly offered: SharedBuild | undefined
  readonly writtenFiles: WrittenFile[]
  readonly counts: { pagesDone: number; readonly pagesTotal: number; pagesWritten: number }
}

/** Writes the site and returns the paths of deleted media, which are omitted. */
export async function writeSite(
  ports: RenderingPorts & Pick<PublisherPorts, 'source'>,
  writing: Writing,
  watch: Watch,
): Promise<ReadonlySet<string>> {
  const { staging, counts, writtenFiles } = writing
  const missing = filesAt(staging.missing, writing)
  const pages = byPosts(
    missing.filter((file) => file.type === 'page'),
    writing.posts,
  )
  counts.pagesDone = counts.pagesTotal - pages.length
  const failure = new AbortController()
  const signal = AbortSignal.any([watch.signal, failure.signal])
  const texts = missing.flatMap((file) =>
    file.type === 'text' ? [{ path: file.path, content: file.text }] : [],
  )
  const copies = missing.filter((file) => file.type === 'copy')
  const copying = copyFiles(ports, writing, copies, signal)
  const works = [staging.write(texts), copying, writePages(ports, writing, pages, { ...watch, signal })]
  for (const work of works) work.catch((error: unknown) => failure.abort(error))
  // After this, no write is in flight.
  await Promise.allSettled(works)
  failure.signal.throwIfAborted()
  for (const file of missing) if (file.type !== 'page') writtenFiles.push([file])
  const omitted = await copying
  await watch.progress(counts)
  return omitted
}

/** @throws GENERATION_FAILED with the errors of pages */
async function writePages(
  ports: RenderingPorts,
  { run, outputDir, addresses, staging, source, content, plan, offered, writtenFiles, counts }: Writing,
  pages: readonly PlannedPage[],
  { signal, progress }: Watch,
): Promise<void> {
  const note = (done: readonly WrittenPage[]) => {
    for (const { page, references } of done) writtenFiles.push([page, references])
  }
  /** Waits for the write. Takes only the number of pages, so that the garbage collector can free the HTML. */
  const countWritten = async (writing: Promise<void>, count: number) => {
    await writing
    counts.pagesDone += count
    counts.pagesWritten += count
    await progress(counts)
  }
  const { theme } = source
  const about = { run, outputDir, context: { source, addresses }, content }
  const job: RenderJob = {
    theme,
    plan,
    site: addresses,
    pages,
    maxErrors,
    signal,
    done(done) {
      note(done)
      const files = done.map(({ page, html }) => ({ path: page.path, content: html }))
      return countWritten(staging.write(files), done.length)
    },
  }
  const written = (done: readonly WrittenPage[]) => {
    note(done)
    return countWritten(Promise.resolve(), done.length)
  }
  const errors = await renderPages(ports, about, { job, staging, written }, offered)
  if (errors.length > 0) throw renderingFailed(withEntries(errors, pages))
}

/** The files to write: changed ones, and those that the store lost. */
function filesAt(
  paths: ReadonlySet<string>,
  { plan, changes: { filesToWrite } }: Pick<Writing, 'plan' | 'changes'>,
): readonly PlannedFile[] {
  const found = [...paths].flatMap((path) => filesToWrite.get(path)?.file ?? [])
  return found.length === paths.size ? found : [...plan.files].filter(({ path }) => paths.has(path))
}

function withEntries(errors: readonly RenderError[], pages: readonly PlannedPage[]): readonly RenderError[] {
  const owners = new Map(pages.map(({ path, about }) => [path, about.own]))
  return errors.map((error) => {
    const own = owners.get(error.page ?? '')
    return own ? { ...error, entry: entryKey(own) } : error
  })
}

/**
 * Returns the paths of media that were deleted meanwhile. The events of the deletions start the next
 * generation.
 */
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
