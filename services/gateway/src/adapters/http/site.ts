/**
 * Serves the generated site on its own origin (contract.md#site-listener). Each request looks up the live
 * site once, because the publisher may switch it at any time. Reads and sets no cookies.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib'
import { redirectKey } from '@typecase/kernel'
import type { Logger } from '@typecase/runtime/log'
import { counter } from '@typecase/runtime/telemetry'
import { acceptedEncoding } from '../../core/accept-encoding.ts'
import { byteRange, withinSize } from '../../core/byte-range.ts'
import { isMatch, isNotModified } from '../../core/entity-tag.ts'
import type { ShownSite, SiteFile, SiteFiles } from '../../core/site-files.ts'
import { defaultRetryAfter } from './errors.ts'
import type { SiteFolder } from './site-folder.ts'
import { cleanPath, contentType, isCollapsed, isText, pathNames } from './site-path.ts'

export interface SiteOptions {
  readonly files: SiteFiles
  readonly folder: SiteFolder
  readonly log: Logger
}

interface Found extends SiteFile {
  readonly name: string
}

/** Minimum bytes of a compressed file. For smaller files, compression costs more than it saves. */
const minCompressedBytes = 1024

export function siteListener({ files, folder, log }: SiteOptions): RequestListener {
  const answers = counter('typecase_site_answers_total', 'Answers of the published site', ['status'])
  return (request, response) => {
    response.once('close', () => answers.inc({ status: String(response.statusCode) }))
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return void response.destroy()
      log.error({ error, path: request.url }, 'the site could not be served')
      response.setHeader('retry-after', defaultRetryAfter)
      plain(request, response, 503, 'Service unavailable')
    })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return plain(request, response, 405, 'Method not allowed')
    }
    const { outputDir, basePath } = await folder.current()
    const site = await files.shown(outputDir)
    if (!site) return plain(request, response, 404, 'Not found')
    const [path = '/', query] = splitOnce(request.url ?? '/', '?')
    const names = pathNames(path)
    if (!names) return sendNotFound(request, response, site, 404)
    if (await redirected(request, response, { site, path, basePath, query })) return
    for (const below of placesOf(names, basePath)) {
      if (await answered(request, response, { site, path, names, below, query })) return
    }
    return sendNotFound(request, response, site, 404)
  }
}

async function sendNotFound(
  request: IncomingMessage,
  response: ServerResponse,
  site: ShownSite,
  status: 404 | 410,
): Promise<void> {
  const page = await openFile(site, ['404.html'])
  const text = status === 410 ? 'Gone' : 'Not found'
  return page ? send(request, response, status, page, []) : plain(request, response, status, text)
}

/**
 * Follows a redirect of the generated site (contract.md#redirects). False if there is none. A redirect never
 * has the address of a page.
 */
async function redirected(
  request: IncomingMessage,
  response: ServerResponse,
  { site, path, basePath, query }: Pick<Place, 'site' | 'path' | 'query'> & { readonly basePath: string },
): Promise<boolean> {
  const redirects = await site.redirects()
  if (redirects.size === 0) return false
  const found = redirects.get(redirectKey(path)) ?? redirects.get(redirectKey(basePath + path))
  if (!found) return false
  if (found.status === 410) await sendNotFound(request, response, site, 410)
  else redirect(request, response, found.to, found.to.includes('?') ? undefined : query, found.status)
  return true
}

interface Place {
  readonly site: ShownSite
  readonly path: string
  readonly names: readonly string[]
  readonly below: readonly string[]
  readonly query: string | undefined
}

/** Sends the file at a path, or a redirect to its canonical path. Returns false if there is no such file. */
async function answered(request: IncomingMessage, response: ServerResponse, place: Place): Promise<boolean> {
  const { site, path, names, below, query } = place
  const isFolder = path.endsWith('/')
  const found = isFolder ? await openFile(site, [...below, 'index.html']) : await openFile(site, below)
  if (found && isCollapsed(path)) {
    await send(request, response, 200, found, below)
    return true
  }
  const index = found || isFolder ? undefined : await openFile(site, [...below, 'index.html'])
  await (found ?? index)?.close()
  if (!found && !index) return false
  redirect(request, response, cleanPath(names, isFolder || index !== undefined), query)
  return true
}

/** Paths to try in the folder. Links in pages contain the base path, so the path without it comes first. */
function placesOf(names: readonly string[], basePath: string): readonly (readonly string[])[] {
  const base = pathNames(basePath) ?? []
  const isBelow = base.length > 0 && base.every((name, index) => names[index] === name)
  return isBelow ? [names.slice(base.length), names] : [names]
}

async function openFile(site: ShownSite, names: readonly string[]): Promise<Found | undefined> {
  const found = await site.find(names)
  return found && { ...found, name: names.at(-1) ?? '' }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  found: Found,
  names: readonly string[],
): Promise<void> {
  const type = contentType(found.name)
  const encoding =
    found.size >= minCompressedBytes && isText(type)
      ? acceptedEncoding(request.headers['accept-encoding'])
      : undefined
  const tag = encoding ? `${found.tag.slice(0, -1)}-${encoding}"` : found.tag
  response.setHeader('content-type', type)
  response.setHeader('etag', tag)
  response.setHeader(
    'cache-control',
    isMedia(names) ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  )
  if (isText(type)) response.setHeader('vary', 'accept-encoding')
  if (isMedia(names)) protectMedia(response, names, type)
  response.statusCode = status
  try {
    if (status === 200 && isNotModified(request.headers['if-none-match'], tag)) {
      response.statusCode = 304
      response.end()
    } else if (encoding) await sendPacked(request, response, found, encoding)
    else await sendPlain(request, response, found, tag)
  } finally {
    await found.close()
  }
}

async function sendPacked(
  request: IncomingMessage,
  response: ServerResponse,
  found: Found,
  encoding: 'br' | 'gzip',
): Promise<void> {
  response.setHeader('content-encoding', encoding)
  if (request.method === 'HEAD') return void response.end()
  const packer =
    encoding === 'br'
      ? createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 })
  await pipeline(await found.read(0, found.size - 1), packer, response)
}

async function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  found: Found,
  tag: string,
): Promise<void> {
  const { size } = found
  response.setHeader('accept-ranges', 'bytes')
  const { range: rangeHeader, 'if-range': ifRange } = request.headers
  const isWanted = response.statusCode === 200 && (ifRange === undefined || isMatch(String(ifRange), [tag]))
  const asked = isWanted ? byteRange(rangeHeader) : undefined
  const range = asked && withinSize(asked, size)
  if (asked && !range) {
    response.setHeader('content-range', `bytes */${size}`)
    return plain(request, response, 416, 'Range not satisfiable')
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  if (range) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${first}-${last}/${size}`)
  }
  response.setHeader('content-length', last - first + 1)
  if (request.method === 'HEAD' || size === 0) return void response.end()
  await pipeline(await found.read(first, last), response)
}

const isMedia = (names: readonly string[]): boolean =>
  names.length === 2 && (names[0] === 'images' || names[0] === 'documents')

/**
 * Sets headers that prevent browsers from running uploads as documents, as on the origin of the API
 * (contract.md#svg-images).
 */
function protectMedia(response: ServerResponse, names: readonly string[], type: string): void {
  const isPdf = type === 'application/pdf'
  const sandbox = isPdf ? "object-src 'self'" : 'img-src data:; sandbox'
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; ${sandbox}`,
  )
  if (names[0] === 'documents' && !isPdf) response.setHeader('content-disposition', 'attachment')
}

function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string | undefined,
  status = 301,
): void {
  response.setHeader('location', query === undefined ? path : `${path}?${query.replace(/[^\x21-\x7e]/g, '')}`)
  plain(request, response, status, status === 302 ? 'Found' : 'Moved permanently')
}

function plain(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  for (const name of ['etag', 'content-encoding', 'accept-ranges', 'vary']) response.removeHeader(name)
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('content-length', Buffer.byteLength(text) + 1)
  response.end(request.method === 'HEAD' ? undefined : `${text}\n`)
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
