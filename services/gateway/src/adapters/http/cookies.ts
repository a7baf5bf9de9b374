/**
 * The session cookie, and the cookie of a device with an earlier login (contract.md#login-lockout). A script
 * of the site can set cookies with the same name, because cookies ignore ports and are shared with parent
 * domains. So on https, cookie names have the prefix `__Host-`. The gateway tries all received values, the
 * most trustworthy first.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'

const sessionCookie = 'authToken'
const deviceCookie = 'typecaseDevice'
const yearSeconds = 365 * 24 * 3600
/** Maximum sessions with a valid signature to verify per request. */
const maxSessions = 8
/**
 * Paths whose cookies browsers send before the one with `Path=/`. A script of the site may set such cookies.
 */
const tossedPaths = ['/api', '/api/', '/api/auth', '/api/auth/', '/admin', '/admin/']

export interface LoginCookies {
  readonly token: string
  readonly maxAgeSeconds: number
  readonly deviceId: string
}

/** `header` is the Cookie header of the request; `secure` is true if the client uses https. */
export interface Cookies {
  /** Session tokens with a valid signature, most trustworthy first; undefined without a session cookie. */
  readSessions(header: string | undefined, secure: boolean): readonly string[] | undefined
  readDevice(header: string | undefined, secure: boolean): string | undefined
  /** Values of Set-Cookie headers. They also expire cookies that another origin of this host may have set. */
  login(cookies: LoginCookies, header: string | undefined, secure: boolean): string[]
  logout(header: string | undefined, secure: boolean): string[]
}

/**
 * The first secret signs cookies, and all secrets verify them. So secrets can be rotated without ending
 * sessions.
 */
export function signedCookies(secrets: readonly [string, ...string[]]): Cookies {
  const read = (header: string | undefined, name: string, secure: boolean): string[] => {
    // Browsers send cookies with longer paths first, so the cookie with `Path=/` comes last.
    const valid = (each: string) =>
      valuesOf(header, each)
        .reverse()
        .map((value) => verified(secrets, each, value))
    const found = (each: string) => [...new Set(valid(each).filter((value) => value !== undefined))]
    const prefixed = secure ? found(prefixedName(name)) : []
    // Accepts the unprefixed cookies of earlier versions and of plain HTTP.
    return prefixed.length > 0 ? prefixed : found(name)
  }
  const signed = (name: string, value: string, maxAge: number, secure: boolean) => {
    const full = secure ? prefixedName(name) : name
    return line(full, `${value}.${signature(secrets[0], full, value)}`, maxAge, secure)
  }
  /**
   * Set-Cookie lines that expire unprefixed cookies: on https, all of them. On http, they expire only cookies
   * with paths longer than `/`, and only if a cookie is forged or repeated.
   */
  const strays = (header: string | undefined, secure: boolean): string[] =>
    [sessionCookie, deviceCookie].flatMap((name) => {
      const sent = valuesOf(header, name)
      const max = secure ? 0 : 1
      if (sent.length <= max && sent.every((value) => verified(secrets, name, value) !== undefined)) return []
      return [...(secure ? ['/'] : []), ...tossedPaths].map((path) => line(name, '', 0, secure, path))
    })
  return {
    readSessions(header, secure) {
      const wasSent = [prefixedName(sessionCookie), sessionCookie]
        .slice(secure ? 0 : 1)
        .some((name) => valuesOf(header, name).length > 0)
      return wasSent ? read(header, sessionCookie, secure).slice(0, maxSessions) : undefined
    },
    readDevice: (header, secure) => read(header, deviceCookie, secure)[0],
    // The session cookie comes first, because some clients read the first Set-Cookie line named authToken.
    login: ({ token, maxAgeSeconds, deviceId }, header, secure) => [
      signed(sessionCookie, token, maxAgeSeconds, secure),
      signed(deviceCookie, deviceId, yearSeconds, secure),
      ...strays(header, secure),
    ],
    logout: (header, secure) => [
      line(secure ? prefixedName(sessionCookie) : sessionCookie, '', 0, secure),
      ...strays(header, secure),
    ],
  }
}

/**
 * Browsers accept a cookie with this prefix only with `Secure`, `Path=/` and no domain, so there is at most
 * one.
 */
const prefixedName = (name: string): string => `__Host-${name}`

/** Characters of a SHA-256 digest in base64url. */
const signatureLength = 43

const signature = (secret: string, name: string, value: string): string =>
  createHmac('sha256', secret).update(`${name}=${value}`).digest('base64url')

function verified(secrets: readonly string[], name: string, signed: string): string | undefined {
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const [value, given] = [signed.slice(0, dot), Buffer.from(signed.slice(dot + 1))]
  // Checked before any hashing, because a header can contain 1,100 short values.
  if (given.length !== signatureLength) return undefined
  const matches = secrets.filter((secret) => {
    const expected = Buffer.from(signature(secret, name, value))
    return timingSafeEqual(expected, given)
  })
  return matches.length > 0 ? value : undefined
}

const line = (name: string, value: string, maxAge: number, secure: boolean, path = '/'): string =>
  stringifySetCookie({ name, value, maxAge, path, httpOnly: true, secure, sameSite: 'strict' })

/** All values of cookies with this name, in order. The cookie parser returns only one. */
function valuesOf(header: string | undefined, name: string): string[] {
  if (!header?.includes(name)) return []
  const pairs = header.split(';').filter((pair) => pair.includes(name))
  return pairs.flatMap((pair) => parseCookie(pair, { decode: unquoted })[name] ?? [])
}

const unquoted = (value: string): string => (/^".*"$/.test(value) ? value.slice(1, -1) : value)
