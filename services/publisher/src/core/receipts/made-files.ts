/** What is recorded of the files that a generation makes: what they refer to, what they are made of, and why they changed. */
import type { MadePage, PageRecords } from '../links/page-records.ts'
import type { References } from '../links/references.ts'
import type { PlannedFile } from '../plan/planned.ts'
import type { Difference } from './difference.ts'
import { changeLine, lastChangeLine, recordOf } from './page-lines.ts'

/** A file with what it refers to, if it is a page, in lines. */
export type DescribeFile = (file: PlannedFile, references?: References) => MadePage

/** A file of the same bytes as before was last changed when it was before. */
export function fileDescriber(
  records: Pick<PageRecords, 'ownOf'>,
  { made }: Difference,
  generation: { readonly id: string; readonly at: Date },
): DescribeFile {
  const about = { generationId: generation.id, at: generation.at.toISOString() }
  return (file, references = { own: '', lines: [] }) => {
    const known = records.ownOf(file.path)
    const before = known?.digest === file.digest ? lastChangeLine(known) : undefined
    return recordOf(file, references, before ?? changeLine({ ...about, reasons: made.get(file.path)?.reasons ?? ['program'] }))
  }
}
