import { changeSet, hasChanges } from '../pages/change-set.ts'
import type { PlannedFile } from '../pages/planned.ts'
import { difference, sharedDigests } from '../reports/history/difference.ts'
import type { BuildTools, RunningGeneration } from './build-tools.ts'
import type { LoadedSite } from './load-site.ts'
import type { PlannedSite } from './plan-pages.ts'

export type SiteDiff = Awaited<ReturnType<typeof diffSite>>

/** Compares the plan with the active release. */
export async function diffSite(
  tools: BuildTools,
  { id, trigger }: RunningGeneration,
  { source, former, shown, receipt, loadRecords }: LoadedSite,
  { plan, addresses }: PlannedSite,
) {
  const { ports, records } = tools
  const files = plan.manifest
  const changeset = changeSet(shown, former, files)
  // Page records may be missing if a process stopped between the activation and the end of recording, or if
  // an older version built the release.
  const isUnrecorded =
    shown !== undefined &&
    (shown === id || shown === tools.recording || (trigger === 'event' && records.isEmpty()))
  const shared = sharedDigests(plan, source.theme.digest, addresses, ports.digest)
  if (trigger === 'manual' && (isUnrecorded || changeset.changed.size > 0)) await loadRecords()
  const before = { files: former, shared: receipt.sharedBefore, recordOf: records.of }
  const changes = difference(plan, changeset, before, {
    trigger,
    shared,
    besides: receipt.besides,
  })
  const isMissing = (file: PlannedFile) =>
    !changes.filesToWrite.has(file.path) && records.of(file.path)?.digest !== file.digest
  const unrecorded = isUnrecorded ? [...plan.files].filter(isMissing) : []
  receipt.planned(changes, shared)
  const isEmpty = trigger === 'event' && !hasChanges(changeset) && unrecorded.length === 0
  const renewed = trigger === 'manual' ? [...plan.files] : unrecorded
  const renew = new Set(renewed.filter(({ type }) => type === 'page').map(({ path }) => path))
  return { changes, changeset, unrecorded, isEmpty, files, renew }
}
