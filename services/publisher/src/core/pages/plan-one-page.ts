import type { Page, Post, Site } from '../site/site.ts'
import { type Addresses, resolver } from './addresses/addresses.ts'
import { termsOfAll } from './addresses/taxonomy.ts'
import { pageDrafter } from './draft-page.ts'
import { contextOf, taxonomiesOf } from './models/context.ts'
import { postSummaries } from './models/entry-models.ts'
import { lastChangeOf } from './models/last-change.ts'
import { sharedModel } from './models/shared-model.ts'
import { routesOf, sourceOf } from './plan-pages.ts'
import type { Digest, PlannedPage, SitePlan } from './planned.ts'

export type OnePagePlan = Pick<SitePlan, 'shared' | 'footerCode'> & { readonly page: PlannedPage }

/** Plans the page of an entry or the home page. @throws LAYOUT_MISSING */
export function planOnePage(
  site: Site,
  entry: Post | Page | undefined,
  addresses: Addresses,
  digest: Digest,
): OnePagePlan {
  const taxonomies = taxonomiesOf(site)
  const terms = termsOfAll(taxonomies)
  const files = site.media.map(({ url }) => url)
  const context = contextOf(site, addresses, taxonomies, resolver(addresses, routesOf(site, terms), files))
  const summaryOf = postSummaries(context)
  const shared = sharedModel(context, summaryOf, lastChangeOf(site))
  const source = sourceOf(context, entry)
  if (!source) throw new Error('the site does not have the page to plan')
  const { file: page } = pageDrafter({
    context,
    summaryOf,
    shared,
    digest,
    memory: { now: { drafting: undefined } },
  }).fresh(source, 0)
  return { page, shared, footerCode: site.settings.footerCode }
}
