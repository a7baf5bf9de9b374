import type { ChangeSet } from '../pages/change-set.ts'
import { inTurns } from '../pages/in-turns.ts'
import type { Manifest } from '../pages/manifest.ts'
import type { PlannedFile } from '../pages/planned.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { Difference } from '../reports/history/difference.ts'
import { type DescribeFile, fileDescriber } from '../reports/history/file-describer.ts'
import { isBuiltFrom } from '../reports/history/page-facts.ts'
import type { CachedRecord, PageRecords } from '../reports/links/page-records.ts'
import { referenceReader } from '../reports/links/read-references.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'
import type { LoadedSite } from './load-site.ts'
import type { PlannedSite } from './plan-pages.ts'
import type { WrittenFile } from './write-site.ts'

export interface ActivatedSite {
  readonly loaded: LoadedSite
  readonly planned: PlannedSite
  readonly describe: DescribeFile
  readonly writtenFiles: WrittenFile[]
  readonly files: Manifest
  /** Undefined if the build omitted files. */
  readonly changeset: ChangeSet | undefined
}

const filesAStep = 16
/** Milliseconds between two yields: shorter than in a build, because readers now ask for the new pages. */
const stretchMs = 5

export function fileDescriptions(
  { ports, records }: BuildTools,
  { id }: RunningGeneration,
  { receipt }: LoadedSite,
  { addresses }: PlannedSite,
  changes: Difference,
): DescribeFile {
  const reasonsBefore = receipt.reasonsBefore ?? ['program']
  return fileDescriber(records, changes, { id, at: ports.clock(), reasonsBefore }, referenceReader(addresses))
}

export async function recordSite(
  tools: BuildTools,
  { id }: RunningGeneration,
  { outputDir }: GenerationOptions,
  {
    loaded: { site, receipt, loadRecords },
    planned: { addresses },
    describe,
    writtenFiles,
    files,
    changeset,
  }: ActivatedSite,
): Promise<void> {
  const { ports, records } = tools
  tools.recording = id
  await receipt.activated(site)
  // Only the next build waits for the rest.
  await loadRecords()
  await inTurns(recordFiles(writtenFiles, describe, records), undefined, stretchMs)
  const built = { id, files, basePath: addresses.basePath }
  const checked = await inTurns(records.check(built, changeset), undefined, stretchMs)
  const links = { generationId: id, checkedAt: ports.clock(), ...checked }
  await Promise.all([ports.records.saveLinkReport(outputDir, links), records.save(files)])
  tools.recording = undefined
  tools.bodies.prune()
}

/**
 * Adds a record for each written file. Skips files whose record is current: a full build also writes
 * unchanged pages. Empties the list to free memory.
 */
function* recordFiles(
  writtenFiles: WrittenFile[],
  describe: DescribeFile,
  { add, of }: Pick<PageRecords, 'add' | 'of'>,
): Generator<void, void> {
  for (let file = writtenFiles.pop(); file; file = writtenFiles.pop()) {
    if (!isRecorded(of(file[0].path), file[0])) add(yield* describe(...file))
    if (writtenFiles.length % filesAStep === 0) yield
  }
}

function isRecorded(record: CachedRecord | undefined, file: PlannedFile): boolean {
  if (record?.digest !== file.digest || record.lastChange === null) return false
  const own = file.type === 'page' ? file.about.own : null
  return own ? isBuiltFrom(record, own) : record.own === null
}
