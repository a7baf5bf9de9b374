import type { Generation, SiteStatus, StoredGeneration, Timestamp } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { timestamp } from '../routes/schemas.ts'

const generation = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'succeeded', 'failed']),
  trigger: z.enum(['manual', 'event']),
  pagesDone: z.int(),
  pagesTotal: z.int(),
  pagesWritten: z.int(),
  startedAt: timestamp().nullable(),
  finishedAt: timestamp().nullable(),
  durationMs: z.int().nullable(),
  errors: z.array(
    z.object({
      message: z.string(),
      template: z.string().nullable(),
      line: z.int().nullable(),
      page: z.string().nullable(),
      entry: z.object({ type: z.enum(['post', 'page']), id: z.string() }).nullable(),
    }),
  ),
})

export const brokenLink = z.object({
  link: z.string().meta({ description: 'Path from the root of the host, with its fragment' }),
  pagesTotal: z.int(),
  pages: z.array(z.string()).meta({ description: 'The first 100 files that contain the link' }),
})

export const siteStatus = {
  status: z.literal('ready'),
  lastGenerated: timestamp().nullable(),
  settings: z.object({ staticOutputDir: z.string(), siteUrl: z.string(), staticCleanUrls: z.boolean() }),
  current: generation.nullable(),
  last: generation.nullable(),
  /** Automatic generations do not start before this time. */
  heldUntil: timestamp().nullable(),
  /** The first 100 broken internal links and images. */
  brokenLinks: z.array(z.object({ page: z.string(), link: z.string() })),
  /** The last link check of the live site: time, number of checked pages and number of broken links. */
  linkCheck: z
    .object({ generationId: z.string(), checkedAt: timestamp(), pages: z.int(), broken: z.int() })
    .nullable(),
}

export const toSiteStatus = (status: SiteStatus) => ({
  status: 'ready',
  lastGenerated: instant(status.lastGenerated),
  settings: {
    staticOutputDir: status.staticOutputDir,
    siteUrl: status.siteUrl,
    staticCleanUrls: status.staticCleanUrls,
  },
  current: status.current ? toGeneration(status.current) : null,
  last: status.last ? toGeneration(status.last) : null,
  heldUntil: instant(status.heldUntil),
  brokenLinks: (status.links?.listed ?? []).map(({ page, link }) => ({ page, link })),
  linkCheck: status.links
    ? {
        generationId: status.links.generationId,
        checkedAt: fromTimestamp(status.links.checkedAt).toISOString(),
        pages: status.links.pages,
        broken: status.links.total,
      }
    : null,
})

export const toGeneration = (found: Generation) => ({
  id: found.id,
  state: found.state,
  trigger: found.trigger,
  pagesDone: found.pagesDone,
  pagesTotal: found.pagesTotal,
  pagesWritten: found.pagesWritten,
  startedAt: instant(found.startedAt),
  finishedAt: instant(found.finishedAt),
  durationMs: found.durationMs ?? null,
  errors: found.errors.map(({ message, template, line, page, entryType, entryId }) => ({
    message,
    template: template ?? null,
    line: line ?? null,
    page: page ?? null,
    entry: entryType && entryId ? { type: entryType, id: entryId } : null,
  })),
})

export const storedGeneration = z.object({
  id: z.string(),
  /** Time of the first activation. */
  at: timestamp().nullable(),
  trigger: z.enum(['manual', 'event']),
  pages: z.int(),
  live: z.boolean(),
})

export const toStoredGeneration = ({ id, at, trigger, pages, live }: StoredGeneration) => ({
  id,
  at: instant(at),
  trigger,
  pages,
  live,
})

export const instant = (at: Timestamp | null): string | null => (at ? fromTimestamp(at).toISOString() : null)
