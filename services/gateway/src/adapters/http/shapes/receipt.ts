import type { Change, EntryName, PageExplanation, Receipt, Timestamp } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { timestamp } from '../routes/schemas.ts'

const change = z.object({
  kind: z.enum(['post', 'page', 'settings', 'theme', 'menu', 'media', 'user']),
  id: z.string().meta({ description: 'Id of the changed item; empty for singletons such as the settings' }),
  revision: z.int(),
  what: z.string().meta({
    description:
      'What happened: created, updated, published, unpublished, deleted, changed, switched, stored …',
  }),
  title: z.string().nullable(),
  slug: z.string().nullable(),
  acceptedAt: timestamp().meta({ description: 'When it was saved' }),
})

const reason = z
  .enum([
    ...(['new', 'requested', 'entry', 'list', 'neighbours', 'media', 'menu', 'settings', 'theme'] as const),
    'authors',
    ...(['categories', 'tags', 'recentPosts', 'updatedAt', 'feed', 'file', 'program'] as const),
  ])
  .meta({ description: 'Why a file is generated; docs/publishing.md explains each reason' })

export const receipt = z.object({
  generationId: z.string(),
  trigger: z.enum(['manual', 'event']),
  outputDir: z.string(),
  state: z.enum(['planned', 'activated', 'unchanged', 'failed']),
  acceptedAt: timestamp().nullable().meta({ description: 'When the first of its changes was saved' }),
  startedAt: timestamp().nullable(),
  plannedAt: timestamp().nullable(),
  renderedAt: timestamp().nullable(),
  activatedAt: timestamp()
    .nullable()
    .meta({ description: 'When readers saw it; null if the site did not change' }),
  finishedAt: timestamp().nullable(),
  changes: z.array(change),
  changesTotal: z.int(),
  files: z.object({ total: z.int(), rendered: z.int(), written: z.int(), copied: z.int(), removed: z.int() }),
  reasons: z
    .array(z.object({ reason, files: z.int() }))
    .meta({ description: 'Number of files per reason; a file may have several' }),
  error: z.string().nullable(),
})

export const toReceipt = (found: Receipt) => ({
  generationId: found.generationId,
  trigger: found.trigger,
  outputDir: found.outputDir,
  state: found.state,
  acceptedAt: instant(found.changes[0]?.acceptedAt ?? null),
  startedAt: instant(found.startedAt),
  plannedAt: instant(found.plannedAt),
  renderedAt: instant(found.renderedAt),
  activatedAt: instant(found.activatedAt),
  finishedAt: instant(found.finishedAt),
  changes: found.changes.map(toChange),
  changesTotal: found.changesTotal,
  files: {
    total: found.files?.total ?? 0,
    rendered: found.files?.rendered ?? 0,
    written: found.files?.written ?? 0,
    copied: found.files?.copied ?? 0,
    removed: found.files?.removed ?? 0,
  },
  reasons: found.reasons.map(({ reason: why, files }) => ({ reason: why, files })),
  error: found.error ?? null,
})

const entry = z.object({ kind: z.enum(['post', 'page']), id: z.string(), title: z.string() })

export const explanation = {
  path: z.string().meta({ description: 'The file' }),
  kind: z.enum([
    'home',
    'post',
    'page',
    'category',
    'tag',
    'author',
    'blog',
    'categories',
    'sitemap',
    '404',
    'feed',
    'theme',
    'media',
  ]),
  template: z.string().nullable(),
  entry: entry.nullable().meta({ description: 'The post or page that it shows' }),
  shows: z.array(entry).meta({ description: 'Posts that it lists or links to as neighbours' }),
  shared: z.array(z.string()).meta({ description: 'Site-wide values that the template uses' }),
  links: z.array(z.string()).meta({ description: 'Internal links and images' }),
  lastChange: z
    .object({
      generationId: z.string(),
      at: timestamp(),
      reasons: z.array(reason),
      changes: z.array(change).meta({
        description: 'Changes that affected the page, while the receipt of the generation is stored',
      }),
    })
    .nullable(),
}

export const toExplanation = (found: PageExplanation) => ({
  path: found.path,
  kind: found.kind,
  template: found.template ?? null,
  entry: found.own ? toEntry(found.own) : null,
  shows: found.shows.map(toEntry),
  shared: found.shared,
  links: found.links,
  lastChange: found.lastChange
    ? {
        generationId: found.lastChange.generationId,
        at: instant(found.lastChange.at),
        reasons: found.lastChange.reasons,
        changes: found.lastChange.changes.map(toChange),
      }
    : null,
})

const toEntry = ({ kind, id, title }: EntryName) => ({ kind, id, title })

const toChange = ({ kind, id, revision, what, title, slug, acceptedAt }: Change) => ({
  ...{ kind, id, revision, what, title: title ?? null, slug: slug ?? null },
  acceptedAt: instant(acceptedAt),
})

const instant = (at: Timestamp | null): string | null => (at ? fromTimestamp(at).toISOString() : null)
