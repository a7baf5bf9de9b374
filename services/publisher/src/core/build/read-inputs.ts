import type { GenerationOptions } from '../releases/generation.ts'
import type { Site } from '../site/site.ts'
import type { BuildTools } from './build-tools.ts'
import { contentDigest, untilChanged } from './content-digest.ts'

export type Inputs = Awaited<ReturnType<typeof readInputs>>

/**
 * Reads content and site context, and starts the processes of the build. `isFull` is true if all pages are
 * rendered.
 */
export async function readInputs(
  { ports, follow }: Pick<BuildTools, 'ports' | 'follow'>,
  { outputDir }: Pick<GenerationOptions, 'outputDir'>,
  isFull: boolean,
  signal: AbortSignal,
) {
  if (isFull) ports.markup.warmUp('site')
  ports.sites.warmUp(outputDir)
  const reading = ports.source.siteContext(signal)
  const templates = reading.then(({ theme }) => ports.renderer.prepare(theme))
  // Handled later: `assembleSite` awaits the templates and throws this error.
  templates.catch(() => undefined)
  const [context, published, rules, addresses] = await Promise.all([
    reading,
    follow(signal),
    ports.redirects.all(),
    ports.addresses.known(),
  ])
  return { context, published, redirects: { rules, addresses }, templates, isFull }
}

/**
 * The site with rendered bodies and compiled templates, and the errors of bodies. `content` returns the
 * digest of the content; undefined if the content has changed since.
 */
export async function assembleSite(
  { ports, bodies }: BuildTools,
  { context, published, templates, isFull }: Inputs,
  options: GenerationOptions,
  signal: AbortSignal,
) {
  const { theme, settings } = context
  // Must run immediately before `withBodies` reads the entries.
  const isUnchanged = untilChanged(published)
  const { posts, pages, errors } = await bodies.withBodies(published, { ...options, ...settings }, signal)
  const site: Site = { ...context, posts, pages, theme: { ...theme, templates: await templates } }
  // Planning uses one core, so the renderer processes can load the theme meanwhile.
  if (isFull) void ports.renderer.warmUp(theme)
  const content = () => (isUnchanged() ? contentDigest(published, errors, ports.digest) : undefined)
  return { site, errors, content }
}
