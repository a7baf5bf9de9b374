import type { RemovedHtml } from '@typecase/contracts/messages'
import { z } from 'zod'
import { ok } from '../reply.ts'
import {
  brokenLink,
  instant,
  siteStatus,
  storedGeneration,
  toSiteStatus,
  toStoredGeneration,
} from '../shapes/generation.ts'
import { explanation, receipt, toExplanation, toReceipt } from '../shapes/receipt.ts'
import { route } from '../table.ts'
import { flag, listOf, oneOf, paging, success, text, timestamp } from './schemas.ts'

const group = 'Static site'
const forbidden = 'Only administrators can generate static sites'

const options = z.object(
  {
    outputDir: z.string({ error: 'Must be a string' }).optional(),
    baseUrl: z.string({ error: 'Must be a string' }).optional(),
    cleanUrls: flag().optional(),
  },
  { error: 'The body must be an object' },
)

const previewed = z.object(
  {
    type: oneOf(['post', 'page'] as const).optional(),
    id: text(100).describe('Id of the stored post or page that is edited').optional(),
    metadata: z.looseObject({}, { error: 'metadata must be an object' }).optional(),
    content: z.string({ error: 'Must be a string' }).nullish().describe('Markdown'),
    theme: text(200).describe('Name of an installed theme; default: the active one').optional(),
  },
  { error: 'The body must be an object' },
)

const removedHtml = z.object({
  line: z.int().describe('1-based line in the Markdown source'),
  element: z.string().describe('Lower case; `!--` for a comment'),
  attribute: z.string().optional().describe('Absent if the whole element is affected'),
  reason: z.string().describe('`shown-as-text`, `never-closed`, `element`, `attribute` or `address`'),
})

const toRemovedHtml = ({ line, element, attribute, reason }: RemovedHtml): z.infer<typeof removedHtml> => ({
  ...{ line, element, reason },
  ...(attribute === undefined ? {} : { attribute }),
})

export const staticRoutes = [
  route({
    method: 'POST',
    path: '/api/static/generate',
    access: 'admin',
    forbidden,
    group,
    summary: 'Generate the site',
    description:
      'Returns immediately; the generation continues in the background. Options default to the settings.',
    body: options,
    bodyOptional: true,
    answers: {
      200: success({
        message: z.string(),
        options: z.object({ outputDir: z.string(), baseUrl: z.string(), cleanUrls: z.boolean() }),
      }),
    },
    errors: ['GENERATION_FAILED'],
    async handler({ services, body }) {
      const reply = await services.publisher.generateSite({ ...body })
      if (!reply.options) throw new Error('a generation without its options')
      const { outputDir, baseUrl, cleanUrls } = reply.options
      return ok({ message: 'Static site generation started', options: { outputDir, baseUrl, cleanUrls } })
    },
  }),

  route({
    method: 'GET',
    path: '/api/static/status',
    access: 'admin',
    forbidden,
    group,
    summary: 'Read configuration, running generation and last generation of the site',
    answers: { 200: success(siteStatus) },
    async handler({ services, siteFiles }) {
      const status = await services.publisher.getSiteStatus({})
      // A client that sees the end of a generation in this response must get the new site on its next
      // request.
      siteFiles.forget()
      return ok(toSiteStatus(status))
    },
  }),

  route({
    method: 'PUT',
    path: '/api/static/hold',
    access: 'admin',
    forbidden,
    group,
    summary: 'Hold automatic generations',
    description:
      'Automatic generations wait for the given number of seconds. A second request prolongs or shortens ' +
      'the hold. Requested generations still run.',
    body: z.object(
      {
        seconds: z
          .int({ error: 'Must be a whole number' })
          .min(1, 'Must be from 1 to 600')
          .max(600, 'Must be from 1 to 600'),
      },
      { error: 'The body must be an object' },
    ),
    answers: { 200: success({ heldUntil: timestamp().nullable() }) },
    async handler({ services, body }) {
      const { heldUntil } = await services.publisher.holdAutomatic(body)
      return ok({ heldUntil: instant(heldUntil) })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/static/hold',
    access: 'admin',
    forbidden,
    group,
    summary: 'End the hold of automatic generations',
    description: 'Changes that arrived meanwhile start one generation.',
    answers: { 200: success({}) },
    async handler({ services }) {
      await services.publisher.holdAutomatic({})
      return ok()
    },
  }),

  route({
    method: 'POST',
    path: '/api/static/preview',
    access: 'user',
    group,
    summary: 'Preview a page',
    description:
      'With a `type`, renders the given unsaved post or page; without one, the home page. Nothing is stored. `removed` lists the first 50 parts of HTML in the body that the page does not show. The HTML contains the files of its theme; other URLs start at the root of this host.',
    body: previewed,
    bodyOptional: true,
    answers: {
      200: success({
        html: z.string(),
        template: z.string(),
        url: z.string(),
        removed: z.array(removedHtml),
      }),
    },
    errors: ['NOT_FOUND', 'PREVIEW_FAILED', 'LAYOUT_MISSING'],
    async handler({ services, body }) {
      const { type, id, metadata = {}, content, theme } = body ?? {}
      const entry = type && { type, id, metadataJson: JSON.stringify(metadata), content: content ?? '' }
      const { html, template, url, removed } = await services.publisher.previewPage({ entry, theme })
      return ok({ html, template, url, removed: removed.map(toRemovedHtml) })
    },
  }),

  route({
    method: 'GET',
    path: '/api/static/generations',
    access: 'admin',
    forbidden,
    group,
    summary: 'List stored generations',
    description:
      'At most five, newest first. `at` is when the generation first went live, `live` whether it still is.',
    answers: { 200: success({ generations: z.array(storedGeneration) }) },
    async handler({ services }) {
      const { generations } = await services.publisher.listGenerations({})
      return ok({ generations: generations.map(toStoredGeneration) })
    },
  }),

  route({
    method: 'POST',
    path: '/api/static/generations/{id}/activate',
    access: 'admin',
    forbidden,
    group,
    summary: 'Roll back to a generation',
    description: 'Takes effect immediately, and lasts until the next generation completes.',
    answers: { 200: success({ generation: storedGeneration }) },
    errors: ['NOT_FOUND', 'GENERATION_RUNNING'],
    async handler({ services, siteFiles, params: { id } }) {
      const generation = await services.publisher.activateGeneration({ id })
      siteFiles.forget()
      return ok({ generation: toStoredGeneration(generation) })
    },
  }),

  route({
    method: 'GET',
    path: '/api/static/links',
    access: 'admin',
    forbidden,
    group,
    summary: 'List the broken links of the site',
    description:
      'Broken internal links and images. Each is listed once; those on the most pages come first. The default `limit` is 20. `pages` has the first 100 pages with the link, and `pagesTotal` is the number of all of them. Up to 10,000 links are stored.',
    query: z.object(paging),
    answers: { 200: listOf(brokenLink) },
    async handler({ services, query: { limit = 20, offset = 0 } }) {
      const { links, total } = await services.publisher.listBrokenLinks({ limit, offset })
      return ok({
        data: links.map(({ link, pagesTotal, pages }) => ({ link, pagesTotal, pages })),
        total,
        limit,
        offset,
      })
    },
  }),

  route({
    method: 'GET',
    path: '/api/static/receipts',
    access: 'admin',
    forbidden,
    group,
    summary: 'List the publish history',
    description:
      'Newest first, 20 by default; each with the first 20 of its changes. The last 500 are stored.',
    query: z.object(paging),
    answers: { 200: listOf(receipt) },
    async handler({ services, query: { limit = 20, offset = 0 } }) {
      const { receipts, total } = await services.publisher.listReceipts({ limit, offset })
      return ok({ data: receipts.map(toReceipt), total, limit, offset })
    },
  }),

  route({
    method: 'GET',
    path: '/api/static/receipts/{generationId}',
    access: 'admin',
    forbidden,
    group,
    summary: 'Read one entry of the publish history',
    description: 'Contains up to 1000 changes.',
    answers: { 200: success({ receipt }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params: { generationId } }) {
      return ok({ receipt: toReceipt(await services.publisher.getReceipt({ generationId })) })
    },
  }),

  route({
    method: 'GET',
    path: '/api/static/why',
    access: 'user',
    group,
    summary: 'Explain a page: its inputs and its last change',
    description: 'Any file of the live site, by its path: `/blog/x/`, with or without the base path.',
    query: z.object({ path: text(2000).default('/') }),
    answers: { 200: success(explanation) },
    errors: ['NOT_FOUND'],
    async handler({ services, query: { path } }) {
      return ok(toExplanation(await services.publisher.explainPage({ path })))
    },
  }),
]
