import { SessionServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { busy } from '../../core/errors.ts'
import { toUserMessage } from './user-message.ts'

/** A login fails this many milliseconds before the caller's deadline, so that the caller gets the error. */
const responseMarginMs = 2_000

export const sessionService = (app: IdentityApp) =>
  implement(SessionServiceDef, {
    login: async ({ username, password, deviceId, clientAddress }, { deadline }) => {
      const work = app.login({ username, password, deviceId, clientAddress })
      const { user, token, expiresAt, standing, ...rest } = await withDeadline(deadline, work)
      const { limit, remaining, resetAt } = standing
      return {
        user: toUserMessage(user),
        token,
        expiresAt: toTimestamp(expiresAt),
        deviceId: rest.deviceId,
        limit,
        remaining,
        resetAt: toTimestamp(resetAt),
      }
    },
    getLoginStanding: async ({ username, deviceId }) => {
      const { limit, remaining, resetAt } = await app.getLoginStanding({ username, deviceId })
      return { limit, remaining, resetAt: toTimestamp(resetAt) }
    },
    logout: async ({ token, clientAddress }) => {
      await app.logout(token, clientAddress)
      return {}
    },
    verifySession: async ({ token }) => {
      const { user, sessionId, expiresAt } = await app.verifySession(token)
      return { user: toUserMessage(user), sessionId, expiresAt: toTimestamp(expiresAt) }
    },
  })

/**
 * Rejects shortly before the deadline. The password check continues, and a wrong password still counts.
 * @throws BUSY
 */
async function withDeadline<T>(deadline: Date | undefined, work: Promise<T>): Promise<T> {
  if (!deadline) return work
  const left = deadline.getTime() - Date.now()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(busy()), Math.max(left - responseMarginMs, left / 2))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
