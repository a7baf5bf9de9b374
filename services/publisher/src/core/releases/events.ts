import type { Generation, PageCounts } from './generation.ts'

interface GenerationFact {
  readonly id: string
  readonly trigger: Generation['trigger']
  readonly outputDir: string
  readonly pagesTotal: number
  readonly pagesWritten: number
  readonly durationMs: number
}

export type SiteFact =
  | { readonly type: 'publisher.site.generated'; readonly data: GenerationFact }
  | { readonly type: 'publisher.site.failed'; readonly data: GenerationFact & { readonly message: string } }

export const siteGenerated = (generation: Generation, counts: PageCounts, durationMs: number): SiteFact => ({
  type: 'publisher.site.generated',
  data: about(generation, counts, durationMs),
})

export const siteFailed = (
  generation: Generation,
  counts: PageCounts,
  durationMs: number,
  message: string,
): SiteFact => ({
  type: 'publisher.site.failed',
  data: { ...about(generation, counts, durationMs), message },
})

const about = (
  { id, trigger, options }: Generation,
  { pagesTotal, pagesWritten }: PageCounts,
  durationMs: number,
): GenerationFact => ({
  id,
  trigger,
  outputDir: options?.outputDir ?? '',
  pagesTotal,
  pagesWritten,
  durationMs,
})
