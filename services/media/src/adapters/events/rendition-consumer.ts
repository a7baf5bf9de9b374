import { type EventBus, eventConsumer } from '@typecase/messaging/events'
import type { OutboxTables } from '@typecase/messaging/outbox'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { Postgres } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { MediaApp } from '../../core/app.ts'
import { enqueueRenditions } from '../../core/renditions/enqueue-renditions.ts'
import type { RenditionStore } from '../../core/renditions/ports.ts'

export interface RenditionConsumerOptions<DB extends OutboxTables> {
  readonly bus: EventBus
  readonly postgres: Postgres<DB>
  readonly log: Logger
  /** Returns the rendition queue inside the transaction that marks the event as handled. */
  readonly queueIn: (tx: Transaction<DB>) => Pick<RenditionStore, 'enqueue'>
}

/** Queues new files for rendering, because rendering takes too long for the transaction of an event. */
export const renditionConsumer = <DB extends OutboxTables>(
  app: Pick<MediaApp, 'removeRenditions'>,
  { queueIn, ...options }: RenditionConsumerOptions<DB>,
): Part =>
  eventConsumer({
    ...options,
    durable: 'media-renditions',
    on: [
      { types: ['media.file.stored'], handle: ({ data }, tx) => enqueueRenditions(queueIn(tx), data) },
      { types: ['media.file.deleted'], repeat: ({ data }) => app.removeRenditions(data.id) },
    ],
  })
