import type { PlannedFile } from '../pages/planned.ts'
import { altersPages, difference, sharedDigests } from '../reports/history/difference.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'
import type { LoadedSite } from './load-site.ts'
import type { PlannedSite } from './plan-pages.ts'

/** What the plan changes about the site that readers see, and what has to be written and recorded for it. */
export async function diffSite(
  tools: BuildTools,
  { id, trigger }: RunningGeneration,
  { source, former, shown, receipt, loadRecords }: LoadedSite,
  { plan, addresses }: PlannedSite,
) {
  const { ports, records, siteFiles } = tools
  // A process stopped after the switch and before everything was recorded, or the records are from an older version.
  const isUnrecorded =
    shown !== undefined &&
    (shown === id || shown === tools.recording || (trigger === 'event' && records.isEmpty()))
  const shared = sharedDigests(plan, source.theme.digest, addresses, ports.digest)
  if (trigger === 'manual' && (isUnrecorded || altersPages(plan, former))) await loadRecords()
  const before = {
    files: former,
    planned: siteFiles.plannedAs(former),
    shared: receipt.sharedBefore,
    recordOf: records.of,
  }
  const changes = difference(plan, before, { trigger, shared, hasMedia: receipt.hasMedia })
  const isMissing = (file: PlannedFile) =>
    !changes.made.has(file.path) && records.of(file.path)?.digest !== file.digest
  const unrecorded = isUnrecorded ? plan.files.filter(isMissing) : []
  receipt.planned(changes, shared)
  const isEmpty =
    trigger === 'event' && changes.made.size === 0 && changes.files.removed === 0 && unrecorded.length === 0
  const { files, differs } = isEmpty ? { files: former } : siteFiles.after(plan, former, changes)
  const renewed = trigger === 'manual' ? plan.files : unrecorded
  const renew = new Set(renewed.filter(({ type }) => type === 'page').map(({ path }) => path))
  return { changes, unrecorded, isEmpty, files, differs, renew }
}
