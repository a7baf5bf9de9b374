import { type EventBus, eventConsumer } from '@typecase/messaging/events'
import type { OutboxTables } from '@typecase/messaging/outbox'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { Postgres } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { MediaApp } from '../../core/app.ts'
import { askForRenditions } from '../../core/renditions/ask-for-renditions.ts'
import type { RenditionStore } from '../../core/renditions/ports.ts'

export interface RenditionConsumerOptions<DB extends OutboxTables> {
  readonly bus: EventBus
  readonly postgres: Postgres<DB>
  readonly log: Logger
  /** The line of files, within the transaction in which the event counts as handled. */
  readonly lineIn: (tx: Transaction<DB>) => Pick<RenditionStore, 'ask'>
}

/** Follows the service's own files. A new one is put in line only: rendering takes longer than a transaction should. */
export const renditionConsumer = <DB extends OutboxTables>(
  app: Pick<MediaApp, 'removeRenditions'>,
  { lineIn, ...options }: RenditionConsumerOptions<DB>,
): Part =>
  eventConsumer({
    ...options,
    durable: 'media-renditions',
    on: [
      { types: ['media.file.stored'], handle: ({ data }, tx) => askForRenditions(lineIn(tx), data) },
      { types: ['media.file.deleted'], repeat: ({ data }) => app.removeRenditions(data.id) },
    ],
  })
