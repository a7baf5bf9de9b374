import { isIP } from 'node:net'
import type { Request } from 'express'

/** Address of the client: the one trusted proxies report, or the peer's. Empty if it is no IP address. */
export function clientAddress(request: Request): string {
  // Fast path: without this header, request.ip is the peer address too.
  const address =
    (request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip) ?? ''
  return isIP(address) === 0 ? '' : address
}
