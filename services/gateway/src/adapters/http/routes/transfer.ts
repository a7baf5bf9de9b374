/** Imports and exports posts and pages (contract.md#import, contract.md#export). */
import type { ImportResult, RevisionInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import pLimit from 'p-limit'
import { z } from 'zod'
import { ok } from '../reply.ts'
import { toPageFrontmatter, toPostFrontmatter } from '../shapes/content-item.ts'
import { toWholeRevision, wholeRevision } from '../shapes/revision.ts'
import { route } from '../table.ts'
import { readItem } from './bulk.ts'
import { filteredBody, statuses } from './content-input.ts'
import { type AnyCall, pageKind, postKind } from './item-kinds.ts'
import { flag, instant, oneOf, slug, string, success, text, texts, title, wholeNumber } from './schemas.ts'

const group = 'Import and export'
const types = ['post', 'page'] as const
const actions = ['skip', 'replace', 'fail'] as const
const mostItems = 100
/** Milliseconds for an import. 100 pages take 100 transactions. */
const importMs = 60_000
/** Maximum items of one request whose filters or actions run concurrently. */
const concurrency = 25

const importedRevision = z.object(
  {
    revision: z.int({ error: 'Must be a number' }).min(1, 'Must be at least 1'),
    author: string(),
    createdAt: instant(),
    title: title(),
    slug: slug(),
    status: oneOf(statuses),
    changed: texts(1000),
    snapshot: flag(),
    metadata: z.looseObject({}, { error: 'metadata must be an object' }),
    content: string(),
  },
  { error: 'Must be an object' },
)

const importItem = z.object(
  {
    type: oneOf(types),
    metadata: z
      .looseObject({}, { error: 'metadata must be an object' })
      .describe(
        'All fields of a new item, and `id`, `createdAt`, `updatedAt`, `publishedAt`, `author`, `aliases` and `sourceKey`. `sourceKey` or `id` is required',
      ),
    content: string().nullish().describe('Markdown'),
    onExisting: oneOf(actions).optional().describe('Default: that of the request'),
    revisions: z
      .array(importedRevision, { error: 'Must be an array' })
      .optional()
      .describe('History of an item that is created, the oldest first'),
  },
  { error: 'Must be an object' },
)
type ImportItem = z.infer<typeof importItem>

const importBody = z.object(
  {
    items: z
      .array(importItem, { error: 'Must be an array' })
      .min(1, 'Must not be empty')
      .max(mostItems, `Must have at most ${mostItems} items`),
    onExisting: oneOf(actions)
      .optional()
      .describe('What happens to items of an earlier import: `skip` (default), `replace` or `fail`'),
  },
  { error: 'The body must be an object' },
)

const problem = z.object({ path: z.string(), message: z.string() })
const importedItem = z.object({
  type: z.enum(types),
  sourceKey: z.string().optional(),
  success: z.boolean(),
  result: z
    .object({
      id: z.string(),
      slug: z.string(),
      status: z.enum(['created', 'replaced', 'unchanged']),
    })
    .optional(),
  code: z.string().optional().describe('Present on failure; the same code as for a single request'),
  error: z.string().optional(),
  details: z.array(problem).optional(),
})
type ImportedItem = z.infer<typeof importedItem>

const exportedItem = z.object({
  type: z.enum(types),
  metadata: z
    .looseObject({})
    .describe('All fields, as in responses of lists. `aliases` has the former addresses, too'),
  content: z.string(),
})
type ExportedItem = z.infer<typeof exportedItem>

const exportedRevision = z.object({ type: z.enum(types), id: z.string(), revision: wholeRevision })

const count = z.int()

export const transferRoutes = [
  route({
    method: 'POST',
    path: '/api/import/items',
    access: 'admin',
    forbidden: 'Only administrators can import',
    group,
    summary: 'Import posts and pages',
    description:
      'At most 100 items, parents before their children. Each item is stored separately: a failing item does not stop the others. A repetition with the same items changes nothing.',
    body: importBody,
    deadlineMs: importMs,
    answers: {
      200: z.object({
        success: z.boolean(),
        results: z.array(importedItem).describe('In the order of the items'),
        totalItems: count,
        successCount: count,
        errorCount: count,
        created: count,
        replaced: count,
        unchanged: count,
        message: z.string(),
      }),
    },
    async handler(call) {
      const { onExisting = 'skip' } = call.body
      const items = await pLimit(concurrency).map(call.body.items, (item) => filteredItem(call, item))
      const request = {
        items: items.map(({ type, metadata, content, onExisting: itemAction, revisions = [] }) => ({
          type,
          metadataJson: JSON.stringify(metadata),
          content: content ?? '',
          onExisting: itemAction ?? onExisting,
          revisions: revisions.map(revisionOf),
        })),
      }
      const reply = await call.services.content.importItems(request, { deadlineMs: importMs })
      await reportItems(call, items, reply.results)
      return ok(summaryOf(reply.results.map((result, at) => importedOf(items[at], result))))
    },
  }),

  route({
    method: 'GET',
    path: '/api/export/items',
    access: 'admin',
    forbidden: 'Only administrators can export',
    group,
    summary: 'Export posts and pages',
    description:
      'Whole items, drafts included: pages first, each kind by id. For `POST /api/import/items`, sort ' +
      'pages so that parents come before their children. An item that exists during all requests is in ' +
      'exactly one response. Long items reduce the number of items per response below `limit`.',
    query: z.object({
      cursor: text(100).describe('The `nextCursor` of an earlier response').optional(),
      limit: wholeNumber(1, mostItems).optional(),
    }),
    answers: { 200: success({ data: z.array(exportedItem), nextCursor: z.string().nullable() }) },
    async handler({ services, query }) {
      const { items, nextCursor } = await services.content.exportItems(query)
      const data = items.flatMap(({ post, page }): ExportedItem[] => [
        ...(post
          ? [{ type: 'post' as const, metadata: toPostFrontmatter(post), content: post.content ?? '' }]
          : []),
        ...(page
          ? [{ type: 'page' as const, metadata: toPageFrontmatter(page), content: page.content ?? '' }]
          : []),
      ])
      const keys = data.map(({ type, metadata }) => ({ type, id: String(metadata.id), paths: [] }))
      const { entries } = await services.publisher.listFormerAddresses({ entries: keys })
      const former = new Map(entries.map(({ id, paths }) => [id, paths]))
      return ok({
        data: data.map((item) => withAliases(item, former.get(String(item.metadata.id)))),
        nextCursor: nextCursor ?? null,
      })
    },
  }),

  route({
    method: 'GET',
    path: '/api/export/revisions',
    access: 'admin',
    forbidden: 'Only administrators can export',
    group,
    summary: 'Export revisions',
    description:
      'Whole revisions in the order of `GET /api/export/items`, the oldest of each item first. `POST /api/import/items` takes them as `revisions`.',
    query: z.object({ cursor: text(100).describe('The `nextCursor` of an earlier response').optional() }),
    answers: { 200: success({ data: z.array(exportedRevision), nextCursor: z.string().nullable() }) },
    async handler({ services, query }) {
      const { revisions, nextCursor } = await services.content.exportRevisions(query)
      const data = revisions.flatMap(({ type, id, revision }) =>
        revision ? [{ type: type as 'post', id, revision: toWholeRevision(revision) }] : [],
      )
      return ok({ data, nextCursor: nextCursor ?? null })
    },
  }),
]

/** Adds former addresses to `aliases`, because other systems redirect these addresses on import. */
function withAliases(item: ExportedItem, former: readonly string[] = []): ExportedItem {
  const { metadata } = item
  const given = Array.isArray(metadata.aliases) ? metadata.aliases : []
  const added = former.filter((path) => !given.includes(path))
  return added.length === 0 ? item : { ...item, metadata: { ...metadata, aliases: [...given, ...added] } }
}

const revisionOf = ({
  createdAt,
  metadata,
  ...revision
}: z.infer<typeof importedRevision>): RevisionInput => ({
  ...revision,
  createdAt: toTimestamp(new Date(createdAt)),
  metadataJson: JSON.stringify(metadata),
})

/** Applies the filters of extensions for new posts and pages. */
async function filteredItem(call: AnyCall, item: ImportItem): Promise<ImportItem> {
  const kind = item.type === 'post' ? postKind : pageKind
  const name = `api_create_${kind.noun}` as const
  if (!call.hooks.has(name)) return item
  const { metadata, content } = item
  return { ...item, ...(await filteredBody(call, name, kind.newBody, { metadata, content })) }
}

function importedOf(item: ImportItem | undefined, result: ImportResult): ImportedItem {
  const { id, slug, status, code, error, problems } = result
  const sourceKey = item?.metadata.sourceKey
  const named = {
    type: item?.type ?? 'post',
    ...(typeof sourceKey === 'string' ? { sourceKey } : {}),
  }
  if (code !== '')
    return { ...named, success: false, code, error, ...(problems.length > 0 ? { details: problems } : {}) }
  return { ...named, success: true, result: { id, slug, status: status as 'created' } }
}

function summaryOf(results: readonly ImportedItem[]) {
  const countOf = (status: string) => results.filter(({ result }) => result?.status === status).length
  const errorCount = results.filter(({ success: isDone }) => !isDone).length
  const counts = {
    totalItems: results.length,
    successCount: results.length - errorCount,
    errorCount,
    created: countOf('created'),
    replaced: countOf('replaced'),
    unchanged: countOf('unchanged'),
  }
  const { created, replaced, unchanged } = counts
  const message = `Import: ${created} created, ${replaced} replaced, ${unchanged} unchanged, ${errorCount} failed`
  return { success: errorCount === 0, results, ...counts, message }
}

/** Calls the actions of a single creation or change for each stored item (contract.md#hooks). */
async function reportItems(
  call: AnyCall,
  items: readonly ImportItem[],
  results: readonly ImportResult[],
): Promise<void> {
  await pLimit(concurrency).map(results.entries(), async ([at, { id, status }]) => {
    const type = items[at]?.type ?? 'post'
    if (status !== 'created' && status !== 'replaced') return
    const name = status === 'created' ? (`${type}_created` as const) : (`${type}_updated` as const)
    if (!call.hooks.has(name)) return
    const item = await readItem(call, `${type}s`, id)
    await call.hooks.act(name, item ?? { id }, call.hookRequest)
  })
}
