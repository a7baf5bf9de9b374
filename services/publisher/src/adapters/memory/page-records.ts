import { recordsOvertaken } from '../../core/errors.ts'
import type { LinkReport, PageRecordStore, RecordPart } from '../../core/links/page-record-store.ts'

interface Output {
  /** The position before the parts. */
  readonly first: number
  /** Whether there were others before. */
  readonly isAnew: boolean
  readonly parts: readonly RecordPart[]
}

const nothing: Output = { first: 0, isAnew: false, parts: [] }

/** The record of pages in memory, for tests. */
export function memoryPageRecordStore(): PageRecordStore {
  const outputs = new Map<string, Output>()
  const reports = new Map<string, LinkReport>()
  const positionOf = (outputDir: string) => {
    const { first, parts } = outputs.get(outputDir) ?? nothing
    return first + parts.length
  }
  return {
    async read(outputDir, after) {
      const { first, parts, ...known } = outputs.get(outputDir) ?? nothing
      const position = first + parts.length
      const isAnew = (known.isAnew && after <= first) || after > position
      return structuredClone({ position, isAnew, parts: isAnew ? parts : parts.slice(after - first) })
    },
    async append(outputDir, after, added, isAnew) {
      const position = positionOf(outputDir)
      if (after !== position) throw recordsOvertaken()
      const before = isAnew ? { first: position, isAnew, parts: [] } : (outputs.get(outputDir) ?? nothing)
      outputs.set(outputDir, { ...before, parts: structuredClone([...before.parts, ...added]) })
      return position + added.length
    },
    linkReport: async (outputDir) => reports.get(outputDir),
    async saveLinkReport(outputDir, report) {
      reports.set(outputDir, structuredClone(report))
    },
  }
}
