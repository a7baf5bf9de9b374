import type { PlannedFile } from '../../pages/planned.ts'
import type { PageRecord } from '../links/page-record-store.ts'
import type { PageRecords } from '../links/page-records.ts'
import type { ReadReferences } from '../links/read-references.ts'
import type { Difference } from './difference.ts'
import { factsOf } from './page-facts.ts'
import type { Reason } from './receipt.ts'

export type DescribeFile = (file: PlannedFile, found?: string) => Generator<void, PageRecord>

/**
 * Returns a function that creates the page record of a written file. An unchanged file keeps its last change.
 * `reasonsBefore` come from an earlier attempt.
 */
export function fileDescriber(
  records: Pick<PageRecords, 'of'>,
  { filesToWrite }: Difference,
  generation: { readonly id: string; readonly at: Date; readonly reasonsBefore: readonly Reason[] },
  read: ReadReferences,
): DescribeFile {
  const about = { generationId: generation.id, at: generation.at.toISOString() }
  return function* (file, found = '') {
    const { path, digest } = file
    const { ids, links } = yield* read(found, path)
    const known = records.of(path)
    const before = known?.digest === digest ? known.lastChange : null
    const reasons = filesToWrite.get(path)?.reasons ?? generation.reasonsBefore
    return { path, digest, ids, links, facts: factsOf(file, before ?? { ...about, reasons }) }
  }
}
