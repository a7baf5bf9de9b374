import { UserServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { toUserMessage } from './user-message.ts'

export const userService = (app: IdentityApp) =>
  implement(UserServiceDef, {
    createUser: async ({ username, email, password, role, clientAddress }, { actor }) =>
      toUserMessage(await app.createUser(actor, { username, email, password, role, clientAddress })),
    getUser: async ({ id }, { actor }) => toUserMessage(await app.getUser(actor, id)),
    listUsers: async ({ paging }, { actor }) => {
      const { items, total } = await app.listUsers(actor, paging ?? {})
      return { users: items.map(toUserMessage), total }
    },
    updateUser: async ({ id, username, email, password, role, ...rest }, { actor }) => {
      const { currentPassword, requireCurrentPassword: isRequired, deviceId, clientAddress } = rest
      const proof = { currentPassword, isRequired, deviceId, clientAddress }
      return toUserMessage(await app.updateUser(actor, id, { username, email, password, role }, proof))
    },
    deleteUser: async ({ id, clientAddress }, { actor }) => {
      await app.deleteUser(actor, id, clientAddress)
      return {}
    },
  })
