/** The files of a site, by digest: those of before with what a plan changes, where that is known. */
import type { PlannedFile, SitePlan } from '../pages/planned.ts'
import type { Manifest, StageRequest } from '../ports.ts'
import type { Difference } from '../reports/history/difference.ts'
import { patched } from './patched-map.ts'

export interface SiteFiles {
  /** What files that are there now were planned as; undefined where another process or another plan made them. */
  plannedAs(files: Manifest): readonly PlannedFile[] | undefined
  /** The files of that plan, which makes this difference to those of before; and in which paths they differ, where that is known. */
  after(
    plan: SitePlan,
    former: Manifest,
    changes: Difference,
  ): { readonly files: Manifest; readonly differs?: StageRequest['differs'] }
  /** These are there now, of that plan. */
  made(files: Manifest, plan: SitePlan): void
}

/** Keeps the plan of the site that is there, beside the one that is being made. */
export function siteFiles(): SiteFiles {
  let last: { readonly files: Manifest; readonly planned: readonly PlannedFile[] } | undefined
  return {
    plannedAs: (files) => (last?.files === files ? last.planned : undefined),
    after(plan, former, { made, files: { removed } }) {
      if (last?.files !== former || removed > 0 || plan.files.length !== former.size)
        return { files: new Map(plan.files.map(({ path, digest }) => [path, digest])) }
      const digests = new Map(Array.from(made, ([path, { file }]) => [path, file.digest]))
      return { files: patched(former, digests), differs: { from: former, paths: new Set(made.keys()) } }
    },
    made(files, plan) {
      last = { files, planned: plan.files }
    },
  }
}
