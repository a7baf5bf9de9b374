import { SessionServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { toUserMessage } from './user-message.ts'

export const sessionService = (app: IdentityApp) =>
  implement(SessionServiceDef, {
    login: async ({ username, password, deviceId }) => {
      const { user, token, expiresAt, standing, ...rest } = await app.login({ username, password, deviceId })
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
    logout: async ({ token }) => {
      await app.logout(token)
      return {}
    },
    verifySession: async ({ token }) => {
      const { user, sessionId, expiresAt } = await app.verifySession(token)
      return { user: toUserMessage(user), sessionId, expiresAt: toTimestamp(expiresAt) }
    },
  })
