import { ProfileServiceDef, UserServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { fromProfileChange, toProfileMessage, toUserMessage } from './user-message.ts'

export const userService = (app: IdentityApp) =>
  implement(UserServiceDef, {
    createUser: async ({ username, email, password, role, clientAddress, profile: change }, { actor }) => {
      const profile = fromProfileChange(change)
      const input = { username, email, password, role, clientAddress, profile }
      return toUserMessage(await app.createUser(actor, input))
    },
    getUser: async ({ id }, { actor }) => toUserMessage(await app.getUser(actor, id)),
    listUsers: async ({ paging }, { actor }) => {
      const { items, total } = await app.listUsers(actor, paging ?? {})
      return { users: items.map(toUserMessage), total }
    },
    updateUser: async ({ id, username, email, password, role, profile: change, ...rest }, { actor }) => {
      const { currentPassword, requireCurrentPassword: isRequired, deviceId, clientAddress } = rest
      const proof = { currentPassword, isRequired, deviceId, clientAddress }
      const fields = { username, email, password, role, profile: fromProfileChange(change) }
      return toUserMessage(await app.updateUser(actor, id, fields, proof))
    },
    deleteUser: async ({ id, clientAddress }, { actor }) => {
      await app.deleteUser(actor, id, clientAddress)
      return {}
    },
  })

export const profileService = (app: IdentityApp) =>
  implement(ProfileServiceDef, {
    listProfiles: async (_, { actor }) => ({
      profiles: (await app.listProfiles(actor)).map(({ username, profile }) => ({
        username,
        profile: toProfileMessage(profile),
      })),
    }),
  })
