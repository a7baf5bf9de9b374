import { type EventBus, eventConsumer } from '@typecase/runtime/events'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { OutboxTables } from '@typecase/runtime/outbox'
import type { Postgres } from '@typecase/runtime/postgres'
import type { MediaApp } from '../../core/app.ts'

const changesOf = <E extends 'post' | 'page'>(entity: E) =>
  [
    `content.${entity}.created`,
    `content.${entity}.updated`,
    `content.${entity}.published`,
    `content.${entity}.unpublished`,
    `content.${entity}.deleted`,
  ] as const

/** Events at once: what is applied is the item as it is now, so their order does not matter. Each needs two of the pool's connections. */
const concurrency = 4

/**
 * Follows posts and pages. The event only says that an item changed, and what is applied is the item as it is now, guarded
 * by its revision: events may come late, twice or never, and the references stay right.
 */
export const contentConsumer = <DB extends OutboxTables>(
  app: MediaApp,
  options: { bus: EventBus; postgres: Postgres<DB>; log: Logger },
): Part =>
  eventConsumer({
    ...options,
    durable: 'media',
    concurrency,
    // Catching up reads an item once, whatever number of events tell of it.
    alreadyTrue: async (events) => {
      const changes = events.flatMap(({ id, type, data, revision }) => {
        const entity = type.startsWith('content.post.') ? 'post' : type.startsWith('content.page.') ? 'page' : undefined
        return entity && 'id' in data ? [{ eventId: id, type: entity, id: String(data.id), revision } as const] : []
      })
      const known = await app.knownItems(changes)
      return new Set(changes.filter((_, at) => known[at]).map(({ eventId }) => eventId))
    },
    on: [
      { types: changesOf('post'), handle: ({ data, revision }) => app.followItem({ type: 'post', id: data.id }, revision) },
      { types: changesOf('page'), handle: ({ data, revision }) => app.followItem({ type: 'page', id: data.id }, revision) },
    ],
  })
