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
export function aboutRoutes(
  others: readonly Route[],
  version: string,
  { publicUrl, siteUrl }: Addresses,
): Route[] {
  let all: readonly Route[] = others
  // Built once, when first asked for: strangers may ask, and building takes milliseconds of the event loop.
  const document = once(() => openApiDocument(all, version, publicUrl))
  const documentBytes = once(() => Buffer.from(JSON.stringify(document())))
  const pageBytes = once(() => Buffer.from(docsPage(all, document())))
  const routes = [
    route({
      method: 'GET',
      path: '/',
      access: 'open',
      group,
      summary: 'Where to go',
      description: 'A page for browsers, JSON for everybody else.',
      answers: {
        200: success({
          name: z.string(),
          version: z.string(),
          docs: z.string(),
          openapi: z.string(),
          site: z.string(),
        }),
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
      handler: async () => raw(200, { 'content-type': 'application/json; charset=utf-8' }, documentBytes()),
    }),
    route({
      method: 'GET',
      path: '/api/docs',
      access: 'open',
      group,
      summary: 'This API as a page to read',
      answers: { 200: 'The page' },
      handler: async () => raw(200, pageHeaders, pageBytes()),
    }),
  ]
  all = [...others, ...routes]
  return routes
}

function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined
  return () => {
    built ??= { value: build() }
    return built.value
  }
}
