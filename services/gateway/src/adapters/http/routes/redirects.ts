import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Redirect } from '@typecase/contracts/messages'
import { fromTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { bodyTooLarge } from '../../../core/errors.ts'
import { redirectsOfCsv } from '../redirects-csv.ts'
import { created, ok } from '../reply.ts'
import { route } from '../table.ts'
import { uploadedPart } from '../upload.ts'
import { listOf, paging, text as queryText, success, timestamp } from './schemas.ts'

const group = 'Redirects'
const maxCsvBytes = 4 * 1024 * 1024
const maxImported = 10_000
const statuses = [301, 302, 308, 410] as const

const redirect = z.object({
  id: z.string(),
  from: z.string().meta({ description: 'A path below the root of the site' }),
  to: z.string().nullable().meta({ description: 'A path or an http(s) address; null for status 410' }),
  status: z.union(statuses.map((status) => z.literal(status))),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

const input = z.object(
  {
    from: z.string({ error: 'Must be a string' }),
    to: z.string({ error: 'Must be a string' }).nullish(),
    status: z.int({ error: 'Must be a number' }).optional().meta({ description: '301 by default' }),
  },
  { error: 'The body must be an object' },
)

const toRedirect = ({ id, from, to, status, createdAt, updatedAt }: Redirect) => ({
  ...{ id, from, to: to ?? null, status },
  createdAt: fromTimestamp(createdAt).toISOString(),
  updatedAt: fromTimestamp(updatedAt).toISOString(),
})

export const redirectRoutes = [
  route({
    method: 'GET',
    path: '/api/redirects',
    access: 'admin',
    group,
    summary: 'List redirects',
    description: 'Sorted by address. Former addresses of posts and pages redirect without an entry here.',
    query: z.object({ ...paging, q: queryText(200).optional().describe('Part of an address or target') }),
    answers: { 200: listOf(redirect) },
    async handler({ services, query: { limit = 100, offset = 0, q } }) {
      const { redirects, total } = await services.publisher.listRedirects({ limit, offset, query: q })
      return ok({ data: redirects.map(toRedirect), total, limit, offset })
    },
  }),

  route({
    method: 'POST',
    path: '/api/redirects',
    access: 'admin',
    group,
    summary: 'Create a redirect',
    body: input,
    answers: { 201: success({ data: redirect }) },
    errors: ['DUPLICATE_REDIRECT'],
    async handler({ services, body: { from, to, status } }) {
      const reply = await services.publisher.createRedirect({ from, to: to ?? undefined, status })
      return created({ data: toRedirect(reply) })
    },
  }),

  route({
    method: 'POST',
    path: '/api/redirects/import',
    access: 'admin',
    group,
    summary: 'Import redirects from CSV',
    description:
      'Columns `from`, `to`, `status`; a header is optional. A redirect with the same `from` is replaced. ' +
      'Lines that are not valid are reported; the others are imported.',
    upload: { field: 'file' },
    answers: {
      200: success({
        created: z.int(),
        replaced: z.int(),
        unchanged: z.int(),
        refused: z.array(z.object({ line: z.int(), message: z.string() })),
      }),
    },
    errors: ['BODY_TOO_LARGE', 'FILE_TOO_LARGE', 'NO_FILE'],
    async handler({ services, request }) {
      const { chunks } = await uploadedPart(request, 'file', maxCsvBytes)
      const rows = redirectsOfCsv(await text(Readable.from(chunks)))
      if (rows.length > maxImported) throw bodyTooLarge()
      const redirects = rows.map(({ from, to, status }) => ({ from, to, status }))
      const { refused, ...counts } = await services.publisher.importRedirects({ redirects })
      const { created: added, replaced, unchanged } = counts
      const lines = refused.map(({ index, message }) => ({ line: rows[index]?.line ?? 0, message }))
      return ok({ created: added, replaced, unchanged, refused: lines })
    },
  }),

  route({
    method: 'POST',
    path: '/api/redirects/check',
    access: 'admin',
    group,
    summary: 'Check which addresses new permalinks would change',
    description: 'Changes nothing. An absent permalink counts as unchanged.',
    body: z.object(
      { permalinkPost: queryText(200).optional(), permalinkPage: queryText(200).optional() },
      { error: 'The body must be an object' },
    ),
    answers: {
      200: success({
        moved: z.int().meta({ description: 'Number of posts and pages whose address would change' }),
        examples: z.array(z.object({ from: z.string(), to: z.string() })).meta({ description: 'At most 20' }),
        collisions: z.int().meta({
          description:
            'Number of posts and pages that the site would omit, because another item has the same address',
        }),
      }),
    },
    async handler({ services, body }) {
      const { moved, examples, collisions } = await services.publisher.checkPermalinks(body)
      return ok({ moved, examples: examples.map(({ from, to }) => ({ from, to })), collisions })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/redirects/{id}',
    access: 'admin',
    group,
    summary: 'Change a redirect',
    description: 'Absent fields stay unchanged.',
    body: input.partial(),
    answers: { 200: success({ data: redirect }) },
    errors: ['NOT_FOUND', 'DUPLICATE_REDIRECT'],
    async handler({ services, params: { id }, body: { from, to, status } }) {
      const reply = await services.publisher.updateRedirect({ id, from, to: to ?? undefined, status })
      return ok({ data: toRedirect(reply) })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/redirects/{id}',
    access: 'admin',
    group,
    summary: 'Delete a redirect',
    answers: { 200: success({ message: z.string() }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params: { id } }) {
      await services.publisher.deleteRedirect({ id })
      return ok({ message: 'Redirect deleted' })
    },
  }),

  route({
    method: 'GET',
    path: '/api/{kind}/{id}/addresses',
    access: 'user',
    group,
    summary: 'The address of a post or page, and its former ones',
    description:
      '`current` is null until the item has been on the site once. Former addresses redirect to it.',
    params: z.object({ kind: z.enum(['posts', 'pages'], { error: 'Must be posts or pages' }) }),
    answers: { 200: success({ current: z.string().nullable(), former: z.array(z.string()) }) },
    async handler({ services, params: { kind, id } }) {
      const type = kind === 'pages' ? 'page' : 'post'
      const { current, former } = await services.publisher.listAddresses({ type, id })
      return ok({ current: current ?? null, former })
    },
  }),
]
