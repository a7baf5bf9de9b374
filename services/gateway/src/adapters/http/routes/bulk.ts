import type { ApiActionName } from '@typecase/contracts/hooks'
import type { BulkItem, Page, Post } from '@typecase/contracts/messages'
import { isAppError } from '@typecase/kernel'
import pLimit from 'p-limit'
import { z } from 'zod'
import { ok } from '../reply.ts'
import { route } from '../table.ts'
import { type AnyCall, type ItemKind, pageKind, postKind } from './item-kinds.ts'
import { oneOf } from './schemas.ts'

const contentTypes = ['posts', 'pages'] as const
type ContentType = (typeof contentTypes)[number]
const kinds = { posts: postKind, pages: pageKind } as const
const actions = ['publish', 'draft', 'delete'] as const
/**
 * Milliseconds for up to 10,000 items, which take 400 transactions. Items that are done before the deadline
 * stay changed.
 */
const deadlineMs = 120_000
/** Maximum items of one request whose actions run concurrently. */
const concurrency = 25
/** Limited, because the response repeats each id twice. Ids of posts and pages have 36 characters. */
const maxIdLength = 200

const bulkBody = z.object(
  {
    action: oneOf(actions),
    ids: z
      .array(
        z
          .string({ error: 'Must be a string' })
          .max(maxIdLength, `Must have at most ${maxIdLength} characters`),
        {
          error: 'Must be an array of strings',
        },
      )
      .min(1, 'Must not be empty')
      .max(10_000, 'Must have at most 10000 ids'),
  },
  { error: 'The body must be an object' },
)

export const bulkRoutes = [
  route({
    method: 'POST',
    path: '/api/bulk/{contentType}',
    access: 'user',
    group: 'Bulk',
    summary: 'Publish, unpublish or delete many',
    description: 'In batches of 25. A failing item does not stop the others.',
    params: z.object({ contentType: oneOf(contentTypes) }),
    body: bulkBody,
    deadlineMs,
    answers: {
      200: z.object({
        success: z.boolean(),
        results: z.array(
          z.object({
            id: z.string(),
            success: z.boolean(),
            result: z
              .object({ id: z.string(), status: z.enum(['published', 'draft', 'deleted']) })
              .optional(),
            error: z.string().optional(),
          }),
        ),
        errors: z.array(z.object({ id: z.string(), error: z.string() })),
        totalItems: z.int(),
        successCount: z.int(),
        errorCount: z.int(),
        message: z.string(),
      }),
    },
    async handler(call) {
      const { action, ids } = call.body
      const { contentType } = call.params
      await call.hooks.act('pre_bulk_operation', { contentType, action, ids }, call.hookRequest)
      const before =
        action === 'delete' ? await announceDeletions(call, contentType, ids) : new Map<string, object>()
      const { bulk } = kinds[contentType]
      const { items } = await bulk(call.services.content, { action, ids }, { deadlineMs })
      const results = items.map(toResult)
      const errors = items
        .filter(({ success }) => !success)
        .map(({ id, error }) => ({ id, error: error ?? 'Failed' }))
      const summary = {
        totalItems: items.length,
        successCount: items.length - errors.length,
        errorCount: errors.length,
      }
      await reportItems(call, contentType, action, items, before)
      await call.hooks.act(
        'post_bulk_operation',
        { contentType, action, results, ...summary },
        call.hookRequest,
      )
      return ok({
        success: errors.length === 0,
        results,
        errors,
        ...summary,
        message: `Bulk ${action} of ${contentType}: ${summary.successCount} done, ${count(summary.errorCount, 'error')}`,
      })
    },
  }),
]

const toResult = ({ id, success, status, error }: BulkItem) =>
  success ? { id, success, result: { id, status: status ?? '' } } : { id, success, error: error ?? 'Failed' }

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/**
 * Calls the extension actions that run before a deletion, even for missing items (contract.md#hooks). Returns
 * the items for the actions that run after the deletion.
 */
async function announceDeletions(
  call: AnyCall,
  contentType: ContentType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, object>> {
  const { hooks, hookRequest } = call
  const { noun } = kinds[contentType]
  const [before, after] = [`pre_${noun}_delete`, `${noun}_deleted`] as const
  const found = new Map<string, object>()
  if (!hooks.has(before) && !hooks.has(after)) return found
  await pLimit(concurrency).map(new Set(ids), async (id) => {
    await hooks.act(before, { id }, hookRequest)
    const item = hooks.has(after) ? await readItem(call, contentType, id) : undefined
    if (item) found.set(id, item)
  })
  return found
}

/** The item as the actions of a single change receive it. Undefined if the item does not exist. */
export const readItem = (call: AnyCall, contentType: ContentType, id: string): Promise<object | undefined> =>
  contentType === 'posts' ? flatItem(call, postKind, id) : flatItem(call, pageKind, id)

/**
 * The item as GET returns it, without related posts. Undefined if reading fails: the item is only for hooks,
 * so the error must not change the response.
 */
async function flatItem<T extends Post | Page>(
  { services }: AnyCall,
  { read, toFlat }: ItemKind<T>,
  id: string,
): Promise<object | undefined> {
  try {
    return toFlat(await read(services.content, id))
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/**
 * For each successful item, calls the action of the bulk operation and the action of a single change
 * (contract.md#hooks). For a deleted item, passes its last state.
 */
async function reportItems(
  call: AnyCall,
  contentType: ContentType,
  action: (typeof actions)[number],
  items: readonly BulkItem[],
  before: ReadonlyMap<string, object>,
): Promise<void> {
  const { hooks, hookRequest } = call
  const { noun } = kinds[contentType]
  const asBulk: ApiActionName = `bulk_${action}_item`
  const asSingle: ApiActionName = action === 'delete' ? `${noun}_deleted` : `${noun}_updated`
  if (!hooks.has(asBulk) && !hooks.has(asSingle)) return
  const done = items.filter(({ success }) => success)
  await pLimit(concurrency).map(done, async ({ id, status }) => {
    await hooks.act(asBulk, { id, status, contentType }, hookRequest)
    if (!hooks.has(asSingle)) return
    const item = action === 'delete' ? before.get(id) : await readItem(call, contentType, id)
    // If another client has deleted or created the item meanwhile, only its id is known.
    await hooks.act(asSingle, item ?? { id }, hookRequest)
  })
}
