import type { RemovedHtml } from '@typecase/contracts/messages'
import { z } from 'zod'
import { ok } from '../reply.ts'
import {
  brokenLink,
  siteStatus,
  storedGeneration,
  toSiteStatus,
  toStoredGeneration,
} from '../shapes/generation.ts'
import { explanation, receipt, toExplanation, toReceipt } from '../shapes/receipt.ts'
import { route } from '../table.ts'
import { listOf, oneOf, paging, success, text } from './schemas.ts'

const group = 'Static site'
const forbidden = 'Only administrators can generate static sites'

const options = z.object(
  {
    outputDir: z.string({ error: 'Must be a string' }).optional(),
    baseUrl: z.string({ error: 'Must be a string' }).optional(),
    cleanUrls: z.boolean({ error: 'Must be true or false' }).optional(),
  },
  { error: 'The body must be an object' },
)

const previewed = z.object(
  {
    type: oneOf(['post', 'page'] as const).optional(),
    id: text(100).describe('Of the stored post or page that is being changed').optional(),
    metadata: z.looseObject({}, { error: 'metadata must be an object' }).optional(),
    content: z.string({ error: 'Must be a string' }).nullish().describe('Markdown'),
    theme: text(200).describe('The name of an installed theme; by default the active one').optional(),
  },
  { error: 'The body must be an object' },
)

const removedHtml = z.object({
  line: z.int().describe('In the Markdown source, from 1'),
  element: z.string().describe('In lower case; `!--` for a comment'),
  attribute: z.string().optional().describe('Absent where the whole element is concerned'),
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
      'Answers at once; the generation goes on in the background. Without options the settings count.',
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
    summary: 'How the site is configured, what runs, how the last generation ended',
    answers: { 200: success(siteStatus) },
    async handler({ services, siteFiles }) {
      const status = await services.publisher.getSiteStatus({})
      // Who is told that a generation has ended must find it when he looks.
      siteFiles.forget()
      return ok(toSiteStatus(status))
    },
  }),

  route({
    method: 'POST',
    path: '/api/static/preview',
    access: 'user',
    group,
    summary: 'A page as the site would show it',
    description:
      'With a `type`, the page of what is being written; without one the home page of what is published. Nothing of it is kept. `removed` lists what the page does not show of the HTML in the body, the first 50. The HTML has the files of its theme in it; other addresses begin at the root of this host.',
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
    summary: 'The last generations of the site, which can be put back',
    description:
      'At most five, newest first; `at` is when readers first saw it, `live` whether they see it now.',
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
    summary: 'Put a generation back',
    description: 'Readers see it at once, until the next generation ends.',
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
      'Links and images of the site to itself that nothing answers, each once, by default 20; the one on most pages first. `pages` names the first 100 of its pages, `pagesTotal` counts all. Up to 10,000 links are kept.',
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
    summary: 'What became of the changes that reached the site',
    description:
      'Newest first, by default 20; each names the first 20 of its changes. The last 500 are kept.',
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
    summary: 'What became of the changes that a generation took up',
    description: 'Names up to 1000 changes.',
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
    summary: 'What a page of the site was made of, and what last changed it',
    description:
      'Any file of the site that is shown, by its address: `/blog/x/`, with or without the base path.',
    query: z.object({ path: text(2000).default('/') }),
    answers: { 200: success(explanation) },
    errors: ['NOT_FOUND'],
    async handler({ services, query: { path } }) {
      return ok(toExplanation(await services.publisher.explainPage({ path })))
    },
  }),
]
