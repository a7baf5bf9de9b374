import type { BulkItem } from '@typecase/contracts/messages'
import { z } from 'zod'
import { invalidInput } from '../../../core/errors.ts'
import type { ActionName } from '../../../core/hooks.ts'
import { ok } from '../reply.ts'
import { type Call, route } from '../table.ts'
import { oneOf } from './schemas.ts'

const contentTypes = ['posts', 'pages'] as const
const actions = ['publish', 'draft', 'delete'] as const
/** Longer than other writes have: 10 000 items are 400 transactions. What is done when it passes stays done. */
const deadlineMs = 120_000
const batch = 25

const bulkBody = z.object(
  {
    action: oneOf(actions),
    ids: z
      .array(z.string({ error: 'Must be a string' }), { error: 'Must be an array of strings' })
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
    description: 'In batches of 25; a failing item never stops the rest.',
    body: bulkBody,
    deadlineMs,
    answers: {
      200: z.object({
        success: z.boolean(),
        results: z.array(
          z.object({
            id: z.string(),
            success: z.boolean(),
            result: z.object({ id: z.string(), status: z.enum(['published', 'draft', 'deleted']) }).optional(),
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
      const contentType = contentTypes.find((known) => known === call.params.contentType)
      if (!contentType) throw invalidInput([{ path: 'contentType', message: `Must be one of ${contentTypes.join(', ')}` }])
      await call.hooks.act('pre_bulk_operation', { contentType, action, ids }, call.hookRequest)
      if (action === 'delete') await tellBefore(call, contentType, ids)
      const { content } = call.services
      const run = contentType === 'posts' ? content.bulkPosts : content.bulkPages
      const { items } = await run({ action, ids }, { deadlineMs })
      const results = items.map(toResult)
      const errors = items.filter(({ success }) => !success).map(({ id, error }) => ({ id, error: error ?? 'Failed' }))
      const summary = { totalItems: items.length, successCount: items.length - errors.length, errorCount: errors.length }
      await tellItems(call, contentType, action, items)
      await call.hooks.act('post_bulk_operation', { contentType, action, results, ...summary }, call.hookRequest)
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

const nounOf = { posts: 'post', pages: 'page' } as const

/** Of each item that is to be deleted, as before a single deletion: nobody knows yet whether it is there (D13). */
async function tellBefore(
  { hooks, hookRequest }: Call<unknown, unknown, unknown>,
  contentType: 'posts' | 'pages',
  ids: readonly string[],
): Promise<void> {
  const name = `pre_${nounOf[contentType]}_delete` as const
  if (hooks.has(name)) await inBatches([...new Set(ids)], (id) => hooks.act(name, { id }, hookRequest))
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += batch) await Promise.all(items.slice(at, at + batch).map(work))
}

/** Each item that succeeded is told twice: as a bulk item, and as what happened to it (D13). */
async function tellItems(
  { hooks, hookRequest }: Call<unknown, unknown, unknown>,
  contentType: 'posts' | 'pages',
  action: (typeof actions)[number],
  items: readonly BulkItem[],
): Promise<void> {
  const noun = nounOf[contentType]
  const names: readonly ActionName[] = [`bulk_${action}_item`, action === 'delete' ? `${noun}_deleted` : `${noun}_updated`]
  if (!names.some((name) => hooks.has(name))) return
  const done = items.filter(({ success }) => success)
  await inBatches(done, async ({ id, status }) => {
    for (const name of names) await hooks.act(name, { id, status, contentType }, hookRequest)
  })
}
