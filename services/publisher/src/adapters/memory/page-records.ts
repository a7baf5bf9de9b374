import { recordsOvertaken } from '../../core/errors.ts'
import { type LinkReport, linkReportsKept, type PageRecordStore, type RecordPart } from '../../core/links/page-record-store.ts'

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
  const reports = new Map<string, ReadonlyMap<string, LinkReport>>()
  /** Generation by output. */
  const shown = new Map<string, string>()
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
    async append(outputDir, after, parts, isAnew) {
      const position = positionOf(outputDir)
      const added = [...parts]
      if (after !== position) throw recordsOvertaken()
      const before = isAnew ? { first: position, isAnew, parts: [] } : (outputs.get(outputDir) ?? nothing)
      outputs.set(outputDir, { ...before, parts: structuredClone([...before.parts, ...added]) })
      return position + added.length
    },
    linkReport: async (outputDir) => structuredClone(reports.get(outputDir)?.get(shown.get(outputDir) ?? '')),
    async saveLinkReport(outputDir, report) {
      const others = [...(reports.get(outputDir)?.values() ?? [])].filter(({ generationId }) => generationId !== report.generationId)
      const all = [...others, structuredClone(report)].sort((one, other) => newer(one, other)).slice(0, linkReportsKept)
      reports.set(outputDir, new Map(all.map((each) => [each.generationId, each])))
      shown.set(outputDir, report.generationId)
    },
    async showLinkReport(outputDir, generationId) {
      shown.set(outputDir, generationId)
    },
  }
}

const newer = (one: LinkReport, other: LinkReport): number =>
  other.checkedAt.getTime() - one.checkedAt.getTime() || (one.generationId > other.generationId ? -1 : 1)
