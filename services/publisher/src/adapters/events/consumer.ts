import type { TypedEvent } from '@typecase/contracts/events'
import { type EventBus, eventConsumer } from '@typecase/messaging/events'
import type { OutboxTables } from '@typecase/messaging/outbox'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { Postgres } from '@typecase/runtime/postgres'
import type { Transaction } from 'kysely'
import type { Change } from '../../core/reports/history/receipt.ts'
import { changeOf } from './change-of.ts'

export interface ChangeConsumerOptions<DB extends OutboxTables> {
  readonly bus: EventBus
  readonly postgres: Postgres<DB>
  readonly log: Logger
  readonly noteChanges: (tx: Transaction<DB>, changes: readonly Change[], isAlone: boolean) => Promise<void>
}

/** Every event that can change a page of the site (contract.md#automatic-generations). */
const changes = [
  'content.post.created',
  'content.post.updated',
  'content.post.published',
  'content.post.unpublished',
  'content.post.deleted',
  'content.page.created',
  'content.page.updated',
  'content.page.published',
  'content.page.unpublished',
  'content.page.deleted',
  'content.settings.updated',
  'themes.theme.switched',
  'themes.theme.updated',
  'themes.menu.changed',
  'media.file.stored',
  'media.file.described',
  'media.file.renditions_made',
  'media.file.deleted',
  'identity.user.created',
  'identity.user.updated',
  'identity.user.deleted',
] as const

/** Fields of a user that pages show. */
const profileFields: readonly unknown[] = ['username', 'displayName', 'bio', 'avatar', 'links']

/** Changes of email or password do not affect the site. */
const changesSite = ({ type, data }: TypedEvent): boolean =>
  type !== 'identity.user.updated' || data.changed.some((name) => profileFields.includes(name))

const concurrency = 4

export const changeConsumer = <DB extends OutboxTables>({
  bus,
  postgres,
  log,
  noteChanges,
}: ChangeConsumerOptions<DB>): Part =>
  eventConsumer({
    bus,
    postgres,
    durable: 'publisher',
    log,
    concurrency,
    // Also receives outdated events, because every event is recorded as a change.
    anyOrder: true,
    async handleBatch(events, tx) {
      const shown = events.filter(changesSite)
      if (shown.length > 0) await noteChanges(tx, shown.map(changeOf), false)
    },
    on: [
      {
        types: changes,
        async handle(event, tx, { isAlone }) {
          if (changesSite(event)) await noteChanges(tx, [changeOf(event)], isAlone)
        },
      },
    ],
  })
