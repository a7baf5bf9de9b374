import type { Change, EntryName, PageExplanation, Receipt, Timestamp } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { timestamp } from '../routes/schemas.ts'

const change = z.object({
  kind: z.enum(['post', 'page', 'settings', 'theme', 'menu', 'media']),
  id: z.string().meta({ description: 'Of what was changed; empty where there is one of its kind' }),
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
    ...(['categories', 'tags', 'recentPosts', 'updatedAt', 'feed', 'file', 'program'] as const),
  ])
  .meta({ description: 'Why a file is made; docs/publishing.md explains each' })

export const receipt = z.object({
  generationId: z.string(),
  trigger: z.enum(['manual', 'event']),
  outputDir: z.string(),
  state: z.enum(['planned', 'activated', 'unchanged', 'failed']),
  acceptedAt: timestamp().nullable().meta({ description: 'Of the first of its changes' }),
  startedAt: timestamp().nullable(),
  plannedAt: timestamp().nullable(),
  renderedAt: timestamp().nullable(),
  activatedAt: timestamp()
    .nullable()
    .meta({ description: 'When readers saw it; null where nothing of it shows on the site' }),
  finishedAt: timestamp().nullable(),
  changes: z.array(change),
  changesTotal: z.int(),
  files: z.object({ total: z.int(), rendered: z.int(), written: z.int(), copied: z.int(), removed: z.int() }),
  reasons: z
    .array(z.object({ reason, files: z.int() }))
    .meta({ description: 'How many files for which reason; a file may have several' }),
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
    'blog',
    'categories',
    'sitemap',
    '404',
    'feed',
    'theme',
    'media',
  ]),
  template: z.string().nullable(),
  entry: entry.nullable().meta({ description: 'The post or page that it is the page of' }),
  shows: z.array(entry).meta({ description: 'Posts that it lists, or that stand beside its own' }),
  shared: z.array(z.string()).meta({ description: 'Values of the whole site that the template names' }),
  links: z.array(z.string()).meta({ description: 'Links and images of the site itself' }),
  lastChange: z
    .object({
      generationId: z.string(),
      at: timestamp(),
      reasons: z.array(reason),
      changes: z
        .array(change)
        .meta({ description: 'Those that concern the page, while the receipt of the generation is kept' }),
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
