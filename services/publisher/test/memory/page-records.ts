import { recordsOvertaken } from '../../src/core/errors.ts'
import {
  type LinkOnPages,
  type LinkReport,
  linkReportsKept,
  type PageRecord,
  type PageRecordStore,
} from '../../src/core/reports/links/page-record-store.ts'

interface Output {
  readonly version: number
  readonly pages: ReadonlyMap<string, PageRecord & { readonly version: number }>
}

type Saved = LinkReport & { readonly links: readonly LinkOnPages[] }

const empty: Output = { version: 0, pages: new Map() }

export function memoryPageRecordStore(): PageRecordStore {
  const outputs = new Map<string, Output>()
  const reports = new Map<string, ReadonlyMap<string, Saved>>()
  /** The active generation by output. */
  const activeGenerations = new Map<string, string>()
  const activeReport = (outputDir: string) =>
    reports.get(outputDir)?.get(activeGenerations.get(outputDir) ?? '')
  return {
    async read(outputDir, after) {
      const { version, pages } = outputs.get(outputDir) ?? empty
      const isAll = version < after
      const records = [...pages.values()].filter((page) => page.version > (isAll ? 0 : after))
      return { version, isAll, chunks: chunksOf(structuredClone(records)) }
    },
    async page(outputDir, path) {
      const { version: _, ...record } = outputs.get(outputDir)?.pages.get(path) ?? { version: 0, path: '' }
      return 'digest' in record ? structuredClone(record) : undefined
    },
    async write(outputDir, after, records, removedPaths) {
      const before = outputs.get(outputDir) ?? empty
      if (before.version !== after) throw recordsOvertaken()
      const pages = new Map(before.pages)
      for (const path of removedPaths) pages.delete(path)
      for (const record of records) pages.set(record.path, { ...structuredClone(record), version: after + 1 })
      outputs.set(outputDir, { version: after + 1, pages })
      return after + 1
    },
    async linkReport(outputDir) {
      const saved = activeReport(outputDir)
      if (!saved) return undefined
      const { links: _links, ...report } = saved
      return structuredClone(report)
    },
    async brokenLinks(outputDir, { limit, offset }) {
      const links = activeReport(outputDir)?.links ?? []
      return structuredClone({ items: links.slice(offset, offset + limit), total: links.length })
    },
    async saveLinkReport(outputDir, report) {
      const others = [...(reports.get(outputDir)?.values() ?? [])].filter(
        ({ generationId }) => generationId !== report.generationId,
      )
      const all = [...others, structuredClone(report)].sort((a, b) => newer(a, b)).slice(0, linkReportsKept)
      reports.set(outputDir, new Map(all.map((each) => [each.generationId, each])))
      activeGenerations.set(outputDir, report.generationId)
    },
    async showLinkReport(outputDir, generationId) {
      activeGenerations.set(outputDir, generationId)
    },
  }
}

async function* chunksOf(records: readonly (PageRecord & { readonly version: number })[]) {
  if (records.length > 0) yield records.map(({ version: _, ...record }): PageRecord => record)
}

const newer = (a: LinkReport, b: LinkReport): number =>
  b.checkedAt.getTime() - a.checkedAt.getTime() || (a.generationId > b.generationId ? -1 : 1)
