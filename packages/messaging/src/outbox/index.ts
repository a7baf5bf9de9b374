export { outboxRow, type RecordedEvent, recordEvent, recordEvents } from './record-event.ts'
export { type OutboxRelayOptions, outboxRelay } from './relay.ts'
export { replayOutbox } from './replay.ts'
export { type OutboxTables, outboxTables } from './tables.ts'
