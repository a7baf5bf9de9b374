export {
  type NatsUser,
  passwordVariable,
  readerUser,
  systemUsers,
  usersConfig,
  usersInclude,
  usersOf,
} from './config.ts'
export {
  type Installation,
  type NatsPermissions,
  operatorOf,
  operatorUser,
  readerPermissions,
  servicePermissions,
  userOf,
} from './permissions.ts'
