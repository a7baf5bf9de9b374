/** Host and path of a request (RFC 9112, 3.2), parsed strictly so that proxies and the gateway agree. */
import type { IncomingMessage } from 'node:http'

/** A host name, an IPv4 or an IPv6 address, each with an optional port. */
const hostForm = /^(?:\[[0-9a-f:.]{2,45}\]|[\w.~!$&'()*+,;=%-]{1,255})(?::(\d{1,5})?)?$/i
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i

/**
 * The error of a request whose Host header is missing, repeated or invalid, or contradicts the request
 * target. Undefined if the header is valid.
 */
export function hostError(request: IncomingMessage): string | undefined {
  const { host } = request.headers
  // Node returns only the first of several headers.
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return 'The request has more than one header Host'
  const isRequired = request.httpVersionMajor === 1 && request.httpVersionMinor > 0
  if (host === undefined) return isRequired ? 'The header Host is missing' : undefined
  // The header is empty if the URL of the client has no host (RFC 9110, 7.2).
  if (host !== '' && !isHost(host)) return 'The header Host is invalid'
  const target = absoluteForm.exec(request.url ?? '')
  if (target && target[1]?.toLowerCase() !== host.toLowerCase())
    return 'The request target names a different host than the header Host'
  return undefined
}

function isHost(text: string): boolean {
  const found = hostForm.exec(text)
  return found !== null && Number(found[1] ?? 0) <= 65_535
}

/** The request target without scheme and host. */
export function originForm(url: string): string {
  const [, , path] = absoluteForm.exec(url) ?? []
  if (path === undefined) return url
  return path.startsWith('/') ? path : `/${path}`
}
