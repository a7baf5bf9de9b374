/**
 * Serves the built web interface at /admin. Every path without a file gets the same document. Its content
 * security policy permits scripts from files only, and styles from files or with the nonce of the document.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embedHosts } from '@typecase/kernel'
import type { Request, RequestHandler, Response } from 'express'
import { methodNotAllowed, routeNotFound } from '../../core/errors.ts'
import { htmlPage, pageHeaders } from './html-page.ts'
import { endAnswer } from './linger.ts'
import { contentType } from './site-path.ts'

const place = /^\/admin(?:\/(.*))?$/
/** Built assets. Their names contain a content hash. */
const asset = /^assets\/[\w-][\w.-]*$/
const single = /^[\w-]+\.(?:svg|png|ico|webmanifest)$/
/** A worker has the policy of its script file, which permits only requests to this origin. */
const workerFile = /^assets\/worker-/
const workerPolicy = "default-src 'none'; connect-src 'self'"
/** Placeholder for the nonce in the document. */
const nonceMark = /__NONCE__/g

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // The Markdown of posts may contain images from any host.
    "img-src 'self' data: blob: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Policy of the frame that previews pages. Permits the styles of the page, and blocks its scripts with
 * `script-src`. `sandbox` must allow scripts, because embedded players inherit it and need scripts.
 */
const framePolicy = [
  "default-src 'none'",
  "script-src 'none'",
  `frame-src ${embedHosts.map((host) => `https://${host}`).join(' ')}`,
  "style-src 'unsafe-inline' https: http:",
  "img-src 'self' data: https: http:",
  'font-src data: https: http:',
  "media-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-scripts',
].join('; ')

/**
 * Serves the built interface from `folder`. Until the build is complete, serves a page with its state.
 * Without `folder`, the interface is disabled.
 */
export function adminInterface(folder: string | undefined): RequestHandler {
  return (request, response, next) => {
    const found = place.exec(request.path)
    if (!found) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      throw methodNotAllowed(['GET', 'HEAD'])
    }
    return answer(request, response, folder, found[1] ?? '')
  }
}

async function answer(
  request: Request,
  response: Response,
  folder: string | undefined,
  name: string,
): Promise<void> {
  if (folder === undefined) return sendPage(request, response, 404, absent)
  if (name === 'preview-frame') return sendFrame(request, response)
  if (asset.test(name) || single.test(name)) return sendFile(request, response, folder, name)
  const page = await bytesOf(join(folder, 'index.html'))
  if (page) return sendDocument(request, response, page.toString('utf8'))
  if (await bytesOf(join(folder, 'failed'))) return sendPage(request, response, 503, failed)
  response.setHeader('refresh', '2')
  return sendPage(request, response, 503, building)
}

function sendDocument(request: Request, response: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64')
  response.setHeader('content-security-policy', policy(nonce))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  send(request, response, 200, Buffer.from(page.replace(nonceMark, nonce)))
}

/** An empty document; the interface inserts the page. */
function sendFrame(request: Request, response: Response): void {
  response.setHeader('content-security-policy', framePolicy)
  response.setHeader('x-frame-options', 'SAMEORIGIN')
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'public, max-age=3600')
  send(request, response, 200, Buffer.from('<!doctype html><title>Preview</title>'))
}

async function sendFile(request: Request, response: Response, folder: string, name: string): Promise<void> {
  const file = join(folder, name)
  const encodings = request.acceptsEncodings()
  const wanted = [
    ['br', '.br'],
    ['gzip', '.gz'],
  ].find(([encoding = '']) => encodings.includes(encoding))
  const packed = wanted && (await bytesOf(file + wanted[1]))
  const bytes = packed ?? (await bytesOf(file))
  if (!bytes) throw routeNotFound()
  if (packed && wanted?.[0]) response.setHeader('content-encoding', wanted[0])
  if (workerFile.test(name)) response.setHeader('content-security-policy', workerPolicy)
  response.setHeader('vary', 'Accept-Encoding')
  response.setHeader('content-type', contentType(name))
  response.setHeader(
    'cache-control',
    asset.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  )
  send(request, response, 200, bytes)
}

function sendPage(request: Request, response: Response, status: number, body: string): void {
  for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
  response.setHeader('cache-control', 'no-store')
  send(request, response, status, Buffer.from(htmlPage('Typecase', body)))
}

function send(request: Request, response: Response, status: number, bytes: Buffer): void {
  response.status(status)
  response.setHeader('content-length', bytes.length)
  endAnswer(request, response, request.method === 'HEAD' ? undefined : bytes)
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG')
      return undefined
    throw error
  }
}

const building = `<h1>The web interface is being built</h1>
<p>This happens once after an installation or an update and takes about a minute. The page opens automatically afterwards.</p>
<p>The API and the site answer already.</p>`

const failed = `<h1>The web interface could not be built</h1>
<p>The terminal in which Typecase was started shows the error. The next start builds it again. The API and the site are not affected.</p>`

const absent = `<h1>There is no web interface here</h1>
<p>This gateway was started without <code>ADMIN_DIR</code>, the folder of the built web interface. <code>npm start</code> builds it automatically.</p>`
