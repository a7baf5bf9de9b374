/** What the API says of itself. */
import { z } from 'zod'
import { docsPage } from '../docs-page.ts'
import { homePage } from '../home-page.ts'
import { pageHeaders } from '../html-page.ts'
import { openApiDocument } from '../openapi.ts'
import { ok, raw } from '../reply.ts'
import { type Route, route } from '../table.ts'
import { success } from './schemas.ts'

const group = 'About'

export interface Addresses {
  /** Without a slash at the end; absent when not configured. */
  readonly publicUrl: string | undefined
  readonly siteUrl: () => string
}

/** `others` are described together with these routes themselves. */
export function aboutRoutes(others: readonly Route[], version: string, { publicUrl, siteUrl }: Addresses): Route[] {
  let all: readonly Route[] = others
  const document = () => openApiDocument(all, version, publicUrl)
  const routes = [
    route({
      method: 'GET',
      path: '/',
      access: 'open',
      group,
      summary: 'Where to go',
      description: 'A page for browsers, JSON for everybody else.',
      answers: {
        200: success({ name: z.string(), version: z.string(), docs: z.string(), openapi: z.string(), site: z.string() }),
      },
      handler: async ({ request }) =>
        request.accepts(['json', 'html']) === 'html'
          ? raw(200, { ...pageHeaders, vary: 'Accept' }, homePage(siteUrl()))
          : ok(
              { name: 'Typecase', version, docs: '/api/docs', openapi: '/api/openapi.json', site: siteUrl() },
              { headers: { vary: 'Accept' } },
            ),
    }),
    route({
      method: 'GET',
      path: '/api/openapi.json',
      access: 'open',
      group,
      summary: 'This API as an OpenAPI 3.1 document',
      answers: { 200: 'The document' },
      handler: async () => raw(200, { 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(document())),
    }),
    route({
      method: 'GET',
      path: '/api/docs',
      access: 'open',
      group,
      summary: 'This API as a page to read',
      answers: { 200: 'The page' },
      handler: async () => raw(200, pageHeaders, docsPage(all, document())),
    }),
  ]
  all = [...others, ...routes]
  return routes
}
