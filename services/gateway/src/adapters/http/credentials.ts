import type { Request } from 'express'
import { crossOrigin } from '../../core/errors.ts'
import type { Credentials } from '../../core/session.ts'
import type { Cookies } from './cookies.ts'

/** Reads the bearer token, or without one, the session cookie (contract.md#credentials). */
export function credentialsOf(
  request: Request,
  cookies: Cookies,
  publicOrigin: string | undefined,
): Credentials {
  const { authorization, cookie } = request.headers
  if (authorization !== undefined) {
    const token = /^bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization)?.[1]
    return token === undefined ? { kind: 'bad' } : { kind: 'bearer', token }
  }
  const tokens = cookies.readSessions(cookie, isSecure(request, publicOrigin))
  return tokens === undefined ? { kind: 'none' } : { kind: 'cookie', tokens }
}

/**
 * Requires that `Sec-Fetch-Site`, or in its absence `Origin`, names the same origin
 * (contract.md#cross-origin-requests). Also rejects other ports of this host, such as that of the site
 * (contract.md#site-listener).
 * @throws CROSS_ORIGIN
 */
export function requireSameOrigin(request: Request, publicOrigin: string | undefined): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined && site !== 'none') throw crossOrigin()
  const { origin } = request.headers
  if (origin === undefined) throw crossOrigin()
  if (origin !== publicOrigin && origin !== `${request.protocol}://${request.headers.host}`)
    throw crossOrigin()
}

/** True if the client uses https, directly or to a trusted proxy. */
export const isSecure = (request: Request, publicOrigin: string | undefined): boolean =>
  request.secure || (publicOrigin?.startsWith('https:') ?? false)
