export { apiPrefix, defaultPrefix, eventStream, inboxPrefix, natsUser } from './names.ts'
export { type NatsAccess, type NatsConfig, natsAccess, natsSettings } from './settings.ts'
