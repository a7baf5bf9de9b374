export type { BusExtent, ConsumeOptions, Delivery, EventBus, PublishOptions, Subscription } from './bus.ts'
