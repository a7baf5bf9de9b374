/** The event schemas: a public contract, read by systems of other teams. */
export {
  catalogue,
  type EventData,
  type EventType,
  isEventType,
  natsSubject,
  parseEvent,
  sourceOf,
  type TypedEvent,
  UnknownEvent,
  wireType,
} from './catalogue.ts'
export { type CloudEvent, cloudEvent } from './envelope.ts'
export { summaries } from './summaries.ts'
