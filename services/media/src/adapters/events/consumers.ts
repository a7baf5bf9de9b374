import type { TypedEvent } from '@typecase/contracts/events'
import { type EventBus, eventConsumer } from '@typecase/messaging/events'
import type { OutboxTables } from '@typecase/messaging/outbox'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
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

/** Maximum concurrent events. Their order does not matter, because each one reads the current item. */
const concurrency = 4

/**
 * Reads the current state of changed posts and pages, and never replaces a newer revision with an older one.
 * So late, duplicate or lost events cause no wrong references.
 */
export const contentConsumer = <DB extends OutboxTables>(
  app: Pick<MediaApp, 'followItems'>,
  options: { bus: EventBus; postgres: Postgres<DB>; log: Logger },
): Part =>
  eventConsumer({
    ...options,
    durable: 'media',
    concurrency,
    // Applies several events as one batch, so that each item is read only once.
    alreadyApplied: async (events) => {
      const heard = events.flatMap((event) => {
        const change = changeOf(event)
        return change ? [{ event: event.id, change }] : []
      })
      await app.followItems(heard.map(({ change }) => change))
      return new Set(heard.map(({ event }) => event))
    },
    on: [
      {
        types: changesOf('post'),
        repeat: ({ data, revision }) => app.followItems([{ type: 'post', id: data.id, revision }]),
      },
      {
        types: changesOf('page'),
        repeat: ({ data, revision }) => app.followItems([{ type: 'page', id: data.id, revision }]),
      },
    ],
  })

function changeOf({ type, data, revision }: TypedEvent) {
  const entity = type.startsWith('content.post.')
    ? 'post'
    : type.startsWith('content.page.')
      ? 'page'
      : undefined
  return entity && 'id' in data ? ({ type: entity, id: String(data.id), revision } as const) : undefined
}
