/** Which folder below SITE_ROOT is served (setting `staticOutputDir`, D12.10). */
import { serviceActor } from '@typecase/kernel'
import type { ContentApi } from '../../core/ports.ts'

export interface SiteFolder {
  /** The setting's value. While content is away, the last one known. */
  current(): Promise<string>
  /** To be called after a change through this gateway, so that it is seen at once. */
  forget(): void
}

/** Milliseconds until a change through another gateway is seen. */
const keptMs = 2_000

export function siteFolder(content: Pick<ContentApi, 'getSettings'>): SiteFolder {
  let known: string | undefined
  let freshUntil = 0
  let asking: Promise<string> | undefined
  const ask = async () => {
    try {
      const { staticOutputDir } = await content.getSettings({}, { actor: serviceActor('gateway'), deadlineMs: 2_000 })
      known = staticOutputDir
      freshUntil = Date.now() + keptMs
      return staticOutputDir
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
