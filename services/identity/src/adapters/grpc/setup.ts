import { SetupServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { toUserMessage } from './user-message.ts'

export const setupService = (app: IdentityApp) =>
  implement(SetupServiceDef, {
    getSetup: async () => app.getSetup(),
    claimFirstAdmin: async ({ code, username, email, password, clientAddress }) =>
      toUserMessage(await app.claimFirstAdmin({ code, username, email, password, clientAddress })),
    finishSetup: async (_request, { actor }) => {
      await app.finishSetup(actor)
      return {}
    },
  })
