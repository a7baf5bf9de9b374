/** The two cookies of the API: `authToken` holds the session, `typecaseDevice` the device of an earlier login (D2.6). */
import { createHmac, timingSafeEqual } from 'node:crypto'

const sessionCookie = 'authToken'
const deviceCookie = 'typecaseDevice'
const yearSeconds = 365 * 24 * 3600

export interface Cookies {
  /** `undefined`: not sent. `'bad'`: forged, or sent twice. */
  readSession(header: string | undefined): string | 'bad' | undefined
  readDevice(header: string | undefined): string | undefined
  /** Set-Cookie lines. */
  setSession(token: string, maxAgeSeconds: number, secure: boolean): string
  setDevice(id: string, secure: boolean): string
  clearSession(secure: boolean): string
}

/** The first secret signs, all of them verify: so a secret is changed without ending sessions. */
export function signedCookies(secrets: readonly [string, ...string[]]): Cookies {
  const signature = (secret: string, name: string, value: string) =>
    createHmac('sha256', secret).update(`${name}=${value}`).digest('base64url')
  const sign = (name: string, value: string) => `${value}.${signature(secrets[0], name, value)}`
  const verify = (name: string, signed: string): string | undefined => {
    const dot = signed.lastIndexOf('.')
    if (dot < 1) return undefined
    const [value, given] = [signed.slice(0, dot), Buffer.from(signed.slice(dot + 1))]
    const matches = secrets.filter((secret) => {
      const expected = Buffer.from(signature(secret, name, value))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
    return matches.length > 0 ? value : undefined
  }
  const line = (name: string, value: string, maxAge: number, secure: boolean) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    readSession(header) {
      const sent = valuesOf(header, sessionCookie)
      if (sent.length === 0) return undefined
      return (sent.length === 1 && verify(sessionCookie, sent[0] as string)) || 'bad'
    },
    readDevice(header) {
      const sent = valuesOf(header, deviceCookie)
      return sent.length === 1 ? verify(deviceCookie, sent[0] as string) : undefined
    },
    setSession: (token, maxAgeSeconds, secure) => line(sessionCookie, sign(sessionCookie, token), maxAgeSeconds, secure),
    setDevice: (id, secure) => line(deviceCookie, sign(deviceCookie, id), yearSeconds, secure),
    clearSession: (secure) => line(sessionCookie, '', 0, secure),
  }
}

function valuesOf(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) return []
    const value = pair.slice(at + 1).trim()
    return [value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value]
  })
}
