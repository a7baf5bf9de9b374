import { isIP } from 'node:net'
import type { Request } from 'express'

/** Client address as reported by trusted proxies; empty if the reported value is not an address. */
export function clientAddress(request: Request): string {
  // Fast path: without proxies it is the peer address.
  const address =
    (request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip) ?? ''
  return isIP(address) === 0 ? '' : address
}
