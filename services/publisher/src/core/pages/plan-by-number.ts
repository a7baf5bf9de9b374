/** Plans single pages of a site by number, without planning the others. */
import type { Site } from '../site/site.ts'
import type { Addresses } from './addresses/addresses.ts'
import { pageDrafter } from './draft-page.ts'
import { contextOf } from './models/context.ts'
import { postSummaries } from './models/entry-models.ts'
import { sharedModel } from './models/shared-model.ts'
import { layoutOf, type PlanMemory } from './plan-memory.ts'
import { pageSources } from './plan-pages.ts'
import type { Digest, PlannedPage, SitePlan } from './planned.ts'

export interface NumberedPages extends Pick<SitePlan, 'shared' | 'footerCode'> {
  /** The page that has this number in `planSite`; undefined if there is none. */
  page(number: number): PlannedPage | undefined
}

/** Plans one site repeatedly and reuses summaries of unchanged posts. */
export function numberedPages(digest: Digest): (site: Site, addresses: Addresses) => NumberedPages {
  let last: PlanMemory | undefined
  let known: { readonly menu: Site['menu']; readonly pages: NumberedPages } | undefined
  return (wanted, addresses) => {
    const { memory, newer, site, taxonomies, resolve, lastChange } = layoutOf(wanted, addresses, last)
    last = memory
    // Compares the menu too, because `layoutOf` ignores it.
    if (known && newer?.size === 0 && known.menu === wanted.menu) return known.pages
    const context = contextOf(site, addresses, taxonomies, resolve)
    const summaryOf = postSummaries(context, memory.summaries)
    const shared = sharedModel(context, summaryOf, lastChange)
    const drafter = pageDrafter({
      context,
      summaryOf,
      shared,
      digest,
      memory: { now: { drafting: undefined } },
    })
    const sources = pageSources(context)
    const pages: NumberedPages = {
      shared,
      footerCode: site.settings.footerCode,
      page(number) {
        const source = sources[number]
        return source && drafter.fresh(source, number).file
      },
    }
    known = { menu: wanted.menu, pages }
    return pages
  }
}
