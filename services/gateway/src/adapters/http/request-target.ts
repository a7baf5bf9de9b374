/** The host and the path that a request names (RFC 9112, 3.2): a proxy and the gateway must read the same ones. */
import type { IncomingMessage } from 'node:http'

/** A name, an IPv4 or an IPv6 address, with a port or without. */
const hostForm = /^(?:\[[0-9a-f:.]{2,45}\]|[\w.~!$&'()*+,;=%-]{1,255})(?::(\d{1,5})?)?$/i
const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i

/** Why the request is refused: several hosts, a missing one, an invalid one, or a target with another host. */
export function hostError(request: IncomingMessage): string | undefined {
  const { host } = request.headers
  // Node keeps the first of several.
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return 'The request has more than one header Host'
  const isRequired = request.httpVersionMajor === 1 && request.httpVersionMinor > 0
  if (host === undefined) return isRequired ? 'The header Host is missing' : undefined
  // Empty where the client knows no name (RFC 9110, 7.2).
  if (host !== '' && !isHost(host)) return 'The header Host is invalid'
  const target = absoluteForm.exec(request.url ?? '')
  if (target && target[1]?.toLowerCase() !== host.toLowerCase())
    return 'The request names another host than its header Host'
  return undefined
}

function isHost(text: string): boolean {
  const found = hostForm.exec(text)
  return found !== null && Number(found[1] ?? 0) <= 65_535
}

/** The target without scheme and host, as those who serve it expect it. */
export function originForm(url: string): string {
  const [, , path] = absoluteForm.exec(url) ?? []
  if (path === undefined) return url
  return path.startsWith('/') ? path : `/${path}`
}
