import { UserServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { toUserMessage } from './user-message.ts'

export const userService = (app: IdentityApp) =>
  implement(UserServiceDef, {
    createUser: async ({ username, email, password, role }, { actor }) =>
      toUserMessage(await app.createUser(actor, { username, email, password, role })),
    getUser: async ({ id }, { actor }) => toUserMessage(await app.getUser(actor, id)),
    listUsers: async ({ paging }, { actor }) => {
      const { items, total } = await app.listUsers(actor, paging ?? {})
      return { users: items.map(toUserMessage), total }
    },
    updateUser: async ({ id, username, email, password, role }, { actor }) =>
      toUserMessage(await app.updateUser(actor, id, { username, email, password, role })),
    deleteUser: async ({ id }, { actor }) => {
      await app.deleteUser(actor, id)
      return {}
    },
  })
