import { recordsOvertaken } from '../../core/errors.ts'
import {
  type LinkOnPages,
  type LinkReport,
  linkReportsKept,
  type PageRecordStore,
  type RecordPart,
} from '../../core/reports/links/page-record-store.ts'

interface Output {
  /** The position before the parts. */
  readonly first: number
  /** Whether there were others before. */
  readonly isAnew: boolean
  readonly parts: readonly RecordPart[]
}

type Saved = LinkReport & { readonly links: readonly LinkOnPages[] }

const nothing: Output = { first: 0, isAnew: false, parts: [] }

/** The record of pages in memory, for tests. */
export function memoryPageRecordStore(): PageRecordStore {
  const outputs = new Map<string, Output>()
  const reports = new Map<string, ReadonlyMap<string, Saved>>()
  /** Generation by output. */
  const shown = new Map<string, string>()
  const shownReport = (outputDir: string) => reports.get(outputDir)?.get(shown.get(outputDir) ?? '')
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
    async linkReport(outputDir) {
      const saved = shownReport(outputDir)
      if (!saved) return undefined
      const { links: _links, ...report } = saved
      return structuredClone(report)
    },
    async brokenLinks(outputDir, { limit, offset }) {
      const links = shownReport(outputDir)?.links ?? []
      return structuredClone({ items: links.slice(offset, offset + limit), total: links.length })
    },
    async saveLinkReport(outputDir, report) {
      const others = [...(reports.get(outputDir)?.values() ?? [])].filter(
        ({ generationId }) => generationId !== report.generationId,
      )
      const all = [...others, structuredClone(report)]
        .sort((one, other) => newer(one, other))
        .slice(0, linkReportsKept)
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
