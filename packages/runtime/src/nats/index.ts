export { type NatsAccess, type NatsConfig, natsAccess, natsSettings } from './settings.ts'
