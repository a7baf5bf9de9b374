export { type NatsUser, passwordVariable, readerUser, systemUsers, usersConfig, usersInclude } from './config.ts'
export { type NatsPermissions, operatorUser, readerPermissions, servicePermissions, userOf } from './permissions.ts'
