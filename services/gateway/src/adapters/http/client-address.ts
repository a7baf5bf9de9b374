import { isIP } from 'node:net'
import type { Request } from 'express'

/** Address of the client, by the trusted proxies where there are some; empty when they name something else. */
export function clientAddress(request: Request): string {
  // Where no proxy names another, it is the peer, and the list of trusted ones need not be walked.
  const address =
    (request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip) ?? ''
  return isIP(address) === 0 ? '' : address
}
