import { counter, gauge } from '@typecase/runtime/telemetry'

/** Metrics of one schema's outbox. An alert belongs on the age: more than 30 s means that events do not flow. */
export function outboxMetrics(schema: string) {
  const unpublished = gauge('typecase_outbox_unpublished', 'Recorded events that are not yet on the bus', [
    'schema',
  ])
  const oldest = gauge(
    'typecase_outbox_oldest_seconds',
    'Age of the oldest event that is not yet on the bus',
    ['schema'],
  )
  const published = counter('typecase_outbox_published_total', 'Events confirmed by the bus', ['schema'])
  const parked = counter('typecase_outbox_parked_total', 'Events that the bus refused for good', ['schema'])
  // So that the first one parked is seen as an increase.
  published.inc({ schema }, 0)
  parked.inc({ schema }, 0)
  return {
    observe: (backlog: { unpublished: number; oldest_seconds: number }) => {
      unpublished.set({ schema }, backlog.unpublished)
      oldest.set({ schema }, backlog.oldest_seconds)
    },
    /** Another replica knows better from now on. */
    forget: () => {
      unpublished.remove({ schema })
      oldest.remove({ schema })
    },
    published: () => published.inc({ schema }),
    parked: () => parked.inc({ schema }),
  }
}
