export {
  type BusExtent,
  type ConsumeOptions,
  type Delivery,
  type EventBus,
  type PublishOptions,
  type Subscription,
  subjectOf,
} from './bus.ts'

export { eventConsumer } from './consumer.ts'

export type { EventConsumerOptions } from './consumer-options.ts'

export { type DeadLetter, deadLetters } from './dead-letters.ts'

export { type JetStreamOptions, jetStreamEventBus } from './jetstream.ts'

export { connectionOptions } from './jetstream-connection.ts'

export { type LocalBusOptions, localEventBus } from './local-bus.ts'

export type { EventReaction } from './reactions.ts'
