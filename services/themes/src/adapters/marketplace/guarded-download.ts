/**
 * The only outbound HTTP client of the product, guarded against SSRF: it connects only to public addresses
 * and to the configured origin. It resolves a host once and connects to the address that it has checked, so
 * DNS rebinding has no effect.
 */
import { lookup as lookupInDns } from 'node:dns/promises'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './special-addresses.ts'

export interface DownloadOptions {
  /** Maximum milliseconds for the whole download, including redirects. */
  readonly milliseconds: number
  readonly maxBytes: number
}

/** The server responded with a status other than 200. */
export class UnexpectedStatus extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}

/** Returns the body of a 200 response. @throws Error */
export type Download = (url: URL, options: DownloadOptions) => Promise<Uint8Array>

export interface Address {
  readonly address: string
  readonly family: number
}
export type Resolve = (host: string) => Promise<readonly Address[]>

const maxRedirects = 3

/** Returns a guarded download, which may connect to `trustedOrigin` at any address. */
export function guardedDownload(
  trustedOrigin: string | undefined,
  resolve: Resolve = resolveInDns,
): Download {
  return async (start, { milliseconds, maxBytes }) => {
    const signal = AbortSignal.timeout(Math.max(1, milliseconds))
    let url = start
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const addresses = await withSignal(checkedAddresses(url, trustedOrigin, resolve), signal)
      const response = await open(url, addresses, signal)
      const next = redirectOf(response, url)
      if (!next) return readBody(response, maxBytes)
      response.destroy()
      if (url.protocol === 'https:' && next.protocol !== 'https:')
        throw new Error('redirected from https to http')
      url = next
    }
    throw new Error('too many redirects')
  }
}

/** Resolves the host. @throws Error unless every address is public or the origin is trusted */
async function checkedAddresses(
  url: URL,
  trustedOrigin: string | undefined,
  resolve: Resolve,
): Promise<readonly Address[]> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`${url.protocol} is not supported`)
  if (url.username || url.password) throw new Error('the URL contains credentials')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  if (addresses.length === 0) throw new Error('the host has no address')
  if (url.origin !== trustedOrigin && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Error('the host is not on the public internet')
  return addresses
}

const resolveInDns: Resolve = (host) => lookupInDns(host, { all: true })

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  late.catch(() => undefined)
  return Promise.race([work, late])
}

/** Opens a new connection without keep-alive, environment proxies or extra headers. */
function open(url: URL, addresses: readonly Address[], signal: AbortSignal): Promise<IncomingMessage> {
  const pinned = (
    _host: string,
    { all }: { all?: boolean },
    answer: (error: null, ...rest: unknown[]) => void,
  ) => {
    const [first] = addresses
    if (all) answer(null, [...addresses])
    else answer(null, first?.address, first?.family)
  }
  const options = { headers: sentHeaders, signal, lookup: pinned as never }
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, agent: new HttpsAgent({ keepAlive: false }) })
        : requestHttp(url, { ...options, agent: new HttpAgent({ keepAlive: false }) })
    request.once('response', resolve)
    request.once('error', reject)
    request.end()
  })
}

const sentHeaders = {
  accept: 'application/json, application/zip, */*',
  'accept-encoding': 'identity',
  'user-agent': 'typecase',
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined
  if (!headers.location || !URL.canParse(headers.location, from.href))
    throw new Error('redirected without a valid location')
  return new URL(headers.location, from)
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  try {
    if (response.statusCode !== 200) throw new UnexpectedStatus(response.statusCode ?? 0)
    if (encoding !== 'identity') throw new Error('responded with an unsupported encoding')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}
