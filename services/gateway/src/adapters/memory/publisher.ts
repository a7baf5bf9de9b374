import type { PublisherApi } from '../../core/ports.ts'

/** Answers as one that has never generated anything. */
export const memoryPublisher = (): PublisherApi => ({
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
  }),
})
