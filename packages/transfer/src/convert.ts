/** Converts a source to an archive: the first half of every import. */
import type { Manifest } from './archive/manifest.ts'
import { nullSink, type Sink } from './archive/sink.ts'
import { writeArchive } from './archive/write.ts'
import type { ImportOptions } from './importers/importer.ts'
import { importers, type SourceKind } from './importers/index.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Entry } from './model.ts'
import { createReporter, type Report } from './report.ts'
import type { Tree } from './source/tree.ts'

export interface Conversion extends ImportOptions {
  readonly kind: SourceKind
  readonly tree: Tree
  /** Absent for a dry run, which only counts. */
  readonly sink?: Sink
  readonly limits?: Limits
  readonly onEntry?: (entry: Entry) => void
}

export interface Converted {
  readonly report: Report
  readonly manifest: Manifest
}

/** Reads a source and writes an archive. After an error, no archive remains. @throws TransferError */
export async function convert({
  kind,
  tree,
  sink = nullSink(),
  limits = defaultLimits,
  onEntry,
  ...options
}: Conversion): Promise<Converted> {
  const reporter = createReporter()
  const entries = importers[kind]({ tree, reporter, limits, options })
  const manifest = await writeArchive(entries, sink, reporter, { source: kind, onEntry })
  return { report: reporter.report(), manifest }
}
