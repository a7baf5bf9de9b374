import type { GenerationOptions } from '../releases/generation.ts'
import type { BuildTools } from './build-tools.ts'
import type { LoadedSite } from './load-site.ts'

const maxErrors = 50

export type PlannedSite = Awaited<ReturnType<typeof planPages>>

export async function planPages(
  { plan: planSite, filterModels }: BuildTools,
  { site, errors, redirects }: LoadedSite,
  options: GenerationOptions,
  signal: AbortSignal,
) {
  const { addresses, planned } = await planSite(site, redirects, options, signal)
  const plan = await filterModels(planned, signal)
  return { addresses, plan, errors: [...plan.omitted, ...errors].slice(0, maxErrors) }
}
