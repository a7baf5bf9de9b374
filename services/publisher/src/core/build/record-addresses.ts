import { movedEntries } from '../pages/redirect-table.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { BuildTools } from './build-tools.ts'
import type { LoadedSite } from './load-site.ts'
import type { PlannedSite } from './plan-pages.ts'

/**
 * Records the addresses of posts and pages before the release is activated, so that no address that readers
 * saw is lost.
 */
export async function recordAddresses(
  tools: BuildTools,
  { source, redirects }: Pick<LoadedSite, 'source' | 'redirects'>,
  { plan }: Pick<PlannedSite, 'plan'>,
  { outputDir }: Pick<GenerationOptions, 'outputDir'>,
): Promise<void> {
  if (outputDir !== source.settings.staticOutputDir || tools.recorded === plan.entryAddresses) return
  const moves = movedEntries(redirects.addresses.current, plan.entryAddresses)
  if (moves.length > 0) await tools.ports.addresses.record(moves)
  tools.recorded = plan.entryAddresses
}
