import { fromTimestamp } from '@typecase/contracts/time'
import { type AppError, isAppError } from '@typecase/kernel'
import type { Response } from 'express'
import { z } from 'zod'
import { noToken } from '../../../core/errors.ts'
import { clientAddress } from '../client-address.ts'
import { isSecure } from '../credentials.ts'
import { ok, type Reply } from '../reply.ts'
import { loginUser, toLoginUser, toSessionUser } from '../shapes/user.ts'
import { type Call, type Route, route } from '../table.ts'
import { openBodyLimit, passwordMs, success } from './schemas.ts'

const group = 'Authentication'
const credential = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .min(1, `${name} is required`)
    .max(10_000, `${name} is too long`)

export const authRoutes = (publicOrigin: string | undefined): Route[] => [
  loginRoute(publicOrigin),
  logoutRoute(publicOrigin),
]

const loginRoute = (publicOrigin: string | undefined) =>
  route({
    method: 'POST',
    path: '/api/auth/login',
    access: 'open',
    group,
    summary: 'Log in',
    description:
      'Returns the token and sets the session cookie. The rate-limit headers describe the lockout of the username, also if the password is missing; without a username, they describe the general budget. Failed attempts are also limited per client network (429 RATE_LIMITED); a client with the device cookie of an earlier login is exempt.',
    body: z.object(
      { username: credential('Username'), password: credential('Password') },
      { error: 'The body must be an object' },
    ),
    bodyLimit: openBodyLimit,
    rate: 'login',
    deadlineMs: passwordMs,
    refusing: (call) => showStanding(call, publicOrigin),
    answers: {
      200: success({
        data: z.object({
          user: loginUser,
          token: z.string(),
          expiresAt: z.int().describe('Epoch milliseconds'),
        }),
      }),
    },
    errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'BUSY'],
    handler: (call) => login(call, publicOrigin),
  })

const logoutRoute = (publicOrigin: string | undefined) =>
  route({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'token',
    group,
    summary: 'Log out',
    description: 'Ends the session of the token or the cookie, and clears the cookie.',
    answers: { 200: success({}) },
    errors: ['NO_TOKEN', 'UNAUTHORIZED'],
    async handler({ services, cookies, session, request }) {
      if (session.token === undefined) throw noToken()
      await services.identity.logout({ token: session.token, clientAddress: clientAddress(request) })
      return ok({}, { cookies: cookies.logout(request.headers.cookie, isSecure(request, publicOrigin)) })
    },
  })

async function login(
  { services, cookies, request, body: { username, password } }: Call<unknown, unknown, Credentials>,
  publicOrigin: string | undefined,
): Promise<Reply> {
  const secure = isSecure(request, publicOrigin)
  const { cookie } = request.headers
  const deviceId = cookies.readDevice(cookie, secure)
  const guess = { username, password, deviceId, clientAddress: clientAddress(request) }
  const reply = await services.identity.login(guess, { deadlineMs: passwordMs }).catch((error: unknown) => {
    if (isAppError(error)) showLockout(request.res, error)
    throw error
  })
  if (!reply.user) throw new Error('a login without its user')
  const expiresAt = fromTimestamp(reply.expiresAt).getTime()
  const maxAgeSeconds = Math.max(0, Math.round((expiresAt - Date.now()) / 1000))
  const session = { token: reply.token, maxAgeSeconds, deviceId: reply.deviceId }
  return ok(
    { data: { user: toLoginUser(toSessionUser(reply.user)), token: reply.token, expiresAt } },
    {
      headers: lockoutHeaders(reply.limit, reply.remaining, fromTimestamp(reply.resetAt).getTime()),
      cookies: cookies.login(session, cookie, secure),
    },
  )
}

interface Credentials {
  readonly username: string
  readonly password: string
}

const lockoutHeaders = (limit: number, remaining: number, resetMs: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
})

/**
 * Adds rate limit headers to the response to a login without a valid password (contract.md#rate-limits).
 * Ignores errors of identity, because the login is rejected anyway.
 */
async function showStanding(
  { services, cookies, request, body }: Call<unknown, unknown, unknown>,
  publicOrigin: string | undefined,
): Promise<void> {
  const named = z
    .object({ username: credential('Username').refine((name) => name.trim() !== '') })
    .safeParse(body)
  if (!named.success) return
  const asked = {
    ...named.data,
    deviceId: cookies.readDevice(request.headers.cookie, isSecure(request, publicOrigin)),
  }
  const found = await services.identity.getLoginStanding(asked).catch((error: unknown) => {
    if (isAppError(error)) return undefined
    throw error
  })
  if (found)
    setHeaders(
      request.res,
      lockoutHeaders(found.limit, found.remaining, fromTimestamp(found.resetAt).getTime()),
    )
}

function showLockout(response: Response | undefined, { fields }: AppError): void {
  const { limit, remaining, resetAt } = fields
  if (typeof limit !== 'number' || typeof remaining !== 'number') return
  setHeaders(response, lockoutHeaders(limit, remaining, instantOf(resetAt)))
}

function setHeaders(response: Response | undefined, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response?.setHeader(name, value)
}

/** Epoch milliseconds of an instant that identity sends as ISO text or as epoch milliseconds. */
function instantOf(value: unknown): number {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? Date.now() : at
}
