/** Builds a site repeatedly with the same caches. */
import { siteFeedPaths } from '../pages/feeds/feed-list.ts'
import { inTurns } from '../pages/in-turns.ts'
import type { SitePlan } from '../pages/planned.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { FollowContent } from '../site/follow-content.ts'
import { type Build, buildSite } from './build-site.ts'
import { type BuildPorts, type BuildTools, buildTools, type RunningGeneration } from './build-tools.ts'
import { assembleSite, readInputs } from './read-inputs.ts'
import type { Watch } from './write-site.ts'

export interface SiteBuilder {
  build(generation: RunningGeneration, options: GenerationOptions, watch: Watch): Promise<Build>
  /**
   * Prepares content, theme, bodies, plan and the feeds of the site. If `superseded` aborts, stops as soon as
   * content and theme are loaded. Resolves when all work has ended.
   */
  prepare(
    options: GenerationOptions,
    until: { readonly signal: AbortSignal; readonly superseded: AbortSignal },
  ): Promise<void>
}

/**
 * Manual generations render every page, automatic ones the changed pages, with the same bytes
 * (contract.md#automatic-generations).
 */
export function siteBuilder(ports: BuildPorts, follow: FollowContent): SiteBuilder {
  const tools = buildTools(ports, follow)
  return {
    build: (generation, options, watch) => buildSite(tools, generation, options, watch),
    prepare: (options, until) => prepareBuild(tools, options, until),
  }
}

async function prepareBuild(
  tools: BuildTools,
  options: GenerationOptions,
  { signal, superseded }: Parameters<SiteBuilder['prepare']>[1],
): Promise<void> {
  // First, because the process takes longer to start than an edit takes to be built.
  tools.ports.markup.warmUp('author')
  const inputs = await readInputs(tools, options, true, signal)
  const until = AbortSignal.any([signal, superseded])
  until.throwIfAborted()
  const { site } = await assembleSite(tools, inputs, options, until)
  const plan = await tools.plan(site, inputs.redirects, tools.addresses(options), until)
  await tools.ports.sites.current(options.outputDir)
  if (!superseded.aborted) await tools.records.begin(options.outputDir)
  until.throwIfAborted()
  // The first edit writes the feeds of the site.
  await inTurns(cacheFeeds(plan), until)
}

function* cacheFeeds({ files }: SitePlan): Generator<void, void> {
  for (const file of files) {
    if (file.type !== 'text' || !siteFeedPaths.includes(file.path)) continue
    // The getter caches the entries; the text itself is not needed.
    void file.text
    yield
  }
}
