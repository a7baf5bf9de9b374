import { RequestCountServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'

export const requestCountService = (app: IdentityApp) =>
  implement(RequestCountServiceDef, {
    addRequests: async ({ counts }, { actor }) => {
      const windows = await app.addRequests(actor, counts)
      return {
        windows: windows.map(({ caller, used, endsAt }) => ({ caller, used, endsAt: toTimestamp(endsAt) })),
      }
    },
  })
