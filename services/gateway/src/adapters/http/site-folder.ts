/** Which folder below SITE_ROOT is served (setting `staticOutputDir`, D12.10), and below which path. */
import { basePathOf, serviceActor } from '@typecase/kernel'
import type { ContentApi } from '../../core/ports.ts'

export interface ServedSite {
  /** The setting `staticOutputDir`. */
  readonly outputDir: string
  /** What the links of the generated pages begin with: empty, or `/some/base`. */
  readonly basePath: string
}

export interface SiteFolder {
  /** As the settings have it. While content is away, as they were when it was asked last. */
  current(): Promise<ServedSite>
  /** To be called after a change through this gateway, so that it is seen at once. */
  forget(): void
}

/** Milliseconds until a change through another gateway is seen. */
const keptMs = 2_000

export function siteFolder(content: Pick<ContentApi, 'getSettings'>): SiteFolder {
  let known: ServedSite | undefined
  let freshUntil = 0
  let asking: Promise<ServedSite> | undefined
  const ask = async () => {
    try {
      const options = { actor: serviceActor('gateway'), deadlineMs: 2_000 }
      const { staticOutputDir, staticBaseUrl, siteUrl } = await content.getSettings({}, options)
      known = { outputDir: staticOutputDir, basePath: basePathOf(staticBaseUrl || siteUrl) }
      freshUntil = Date.now() + keptMs
      return known
    } catch (error) {
      if (known === undefined) throw error
      freshUntil = Date.now() + keptMs
      return known
    } finally {
      asking = undefined
    }
  }
  return {
    current: async () => {
      if (known !== undefined && Date.now() < freshUntil) return known
      asking ??= ask()
      return asking
    },
    forget: () => {
      freshUntil = 0
      asking = undefined
    },
  }
}
