/** Information about the API itself. */
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
  /** Public URL of the API, without a trailing slash. Undefined if not configured. */
  readonly publicUrl: string | undefined
  readonly siteUrl: () => string
}

/** Routes that describe the API. The description contains `others` and these routes. */
export function aboutRoutes(
  others: readonly Route[],
  version: string,
  { publicUrl, siteUrl }: Addresses,
): Route[] {
  let all: readonly Route[] = others
  // Built once, on first use, because building takes milliseconds and anonymous clients may request the
  // document.
  const document = once(() => openApiDocument(all, version, publicUrl))
  const documentBytes = once(() => Buffer.from(JSON.stringify(document())))
  const pageBytes = once(() => Buffer.from(docsPage(all, document())))
  const routes = [homeRoute(version, siteUrl), openApiRoute(documentBytes), docsPageRoute(pageBytes)]
  all = [...others, ...routes]
  return routes
}

const homeRoute = (version: string, siteUrl: () => string): Route =>
  route({
    method: 'GET',
    path: '/',
    access: 'open',
    group,
    summary: 'Entry point',
    description: 'An HTML page for browsers, JSON for other clients.',
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
  })

const openApiRoute = (documentBytes: () => Buffer): Route =>
  route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'open',
    group,
    summary: 'This API as an OpenAPI 3.1 document',
    answers: { 200: 'The document' },
    handler: async () => raw(200, { 'content-type': 'application/json; charset=utf-8' }, documentBytes()),
  })

const docsPageRoute = (pageBytes: () => Buffer): Route =>
  route({
    method: 'GET',
    path: '/api/docs',
    access: 'open',
    group,
    summary: 'This API as an HTML page',
    answers: { 200: 'The page' },
    handler: async () => raw(200, pageHeaders, pageBytes()),
  })

function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined
  return () => {
    built ??= { value: build() }
    return built.value
  }
}
