import { z } from 'zod'
import { ok } from '../reply.ts'
import { siteStatus, toSiteStatus } from '../shapes/generation.ts'
import { route } from '../table.ts'
import { success } from './schemas.ts'

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

export const staticRoutes = [
  route({
    method: 'POST',
    path: '/api/static/generate',
    access: 'admin',
    forbidden,
    group,
    summary: 'Generate the site',
    description: 'Answers at once; the generation goes on in the background. Without options the settings count.',
    body: options,
    bodyOptional: true,
    answers: {
      200: success({ message: z.string(), options: z.object({ outputDir: z.string(), baseUrl: z.string(), cleanUrls: z.boolean() }) }),
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
    async handler({ services }) {
      return ok(toSiteStatus(await services.publisher.getSiteStatus({})))
    },
  }),
]
