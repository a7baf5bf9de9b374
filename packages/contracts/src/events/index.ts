/** The events: a public contract. Other teams' systems read this stream. */
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
