/** What is recorded of the files that a generation makes: what they refer to, what they are made of, and why they changed. */

import type { PlannedFile } from '../../pages/planned.ts'
import type { MadePage, PageRecords } from '../links/page-records.ts'
import type { ReadReferences } from '../links/read-references.ts'
import type { Difference } from './difference.ts'
import { changeLine, lastChangeLine, recordOf } from './page-lines.ts'
import type { Reason } from './receipt.ts'

/** A file with what was found in it, if it is a page, as `referencesIn` tells it. */
export type DescribeFile = (file: PlannedFile, found?: string) => Generator<void, MadePage>

/** A file of the same bytes as before was last changed when it was before; `reasonsBefore` stand for those of one that an earlier try has made. */
export function fileDescriber(
  records: Pick<PageRecords, 'ownOf'>,
  { made }: Difference,
  generation: { readonly id: string; readonly at: Date; readonly reasonsBefore: readonly Reason[] },
  read: ReadReferences,
): DescribeFile {
  const about = { generationId: generation.id, at: generation.at.toISOString() }
  return function* (file, found = '') {
    const known = records.ownOf(file.path)
    const before = known?.digest === file.digest ? lastChangeLine(known) : undefined
    return recordOf(
      file,
      yield* read(found, file.path),
      before ?? changeLine({ ...about, reasons: made.get(file.path)?.reasons ?? generation.reasonsBefore }),
    )
  }
}
