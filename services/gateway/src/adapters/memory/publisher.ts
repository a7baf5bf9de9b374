import type { StoredGeneration } from '@typecase/contracts/messages'
import { AppError } from '@typecase/kernel'
import type { PublisherApi } from '../../core/ports.ts'

export interface MemoryPublisher extends PublisherApi {
  /** From here on that generation is kept, the newest. */
  keep(generation: StoredGeneration): void
}

/** Answers as one that has never generated anything, but for the generations that it was given. */
export function memoryPublisher(): MemoryPublisher {
  let kept: readonly StoredGeneration[] = []
  return {
    keep: (generation) => {
      kept = [generation, ...kept]
    },
    generateSite: async ({ outputDir = '_site', baseUrl = '', cleanUrls = true }) => ({
      generationId: 'generation-1',
      options: { outputDir, baseUrl, cleanUrls },
    }),
    getSiteStatus: async () => ({
      lastGenerated: null,
      current: null,
      last: null,
      staticOutputDir: '_site',
      siteUrl: '',
      staticCleanUrls: true,
      links: null,
    }),
    listGenerations: async () => ({ generations: [...kept] }),
    activateGeneration: async ({ id }) => {
      const wanted = kept.find((generation) => generation.id === id)
      if (!wanted) throw new AppError('not_found', 'GENERATION_NOT_FOUND', 'There is no such generation, or it is not kept any more')
      kept = kept.map((generation) => ({ ...generation, live: generation.id === id }))
      return { ...wanted, live: true }
    },
  }
}
