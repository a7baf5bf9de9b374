import { isIP } from 'node:net'
import type { Request } from 'express'

/** The client address that trusted proxies report, or else the address of the peer. Empty if invalid. */
export function clientAddress(request: Request): string {
  // Fast path: without this header, request.ip is the peer address too.
  const address =
    (request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip) ?? ''
  return isIP(address) === 0 ? '' : address
}
