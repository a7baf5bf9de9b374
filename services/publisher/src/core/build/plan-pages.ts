import { filteredPlan } from '../pages/filter-models.ts'
import type { OnPageCount } from '../pages/plan-site.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { BuildTools } from './build-tools.ts'
import type { LoadedSite } from './load-site.ts'

const maxErrors = 50

export type PlannedSite = Awaited<ReturnType<typeof planPages>>

export async function planPages(
  tools: BuildTools,
  { site, errors, redirects }: LoadedSite,
  options: GenerationOptions,
  signal: AbortSignal,
  counted: OnPageCount,
) {
  const addresses = tools.addresses(options)
  const planned = await tools.plan(site, redirects, addresses, signal, counted)
  const plan = await filteredPlan(planned, tools.ports.hooks, tools.filterModels, signal)
  return { addresses, plan, errors: [...plan.omitted, ...errors].slice(0, maxErrors) }
}
