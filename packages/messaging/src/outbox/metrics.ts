import { counter, gauge } from '@typecase/runtime/telemetry'

/** Metrics of one schema's outbox. Set an alert for when the oldest unpublished event is older than 30 s. */
export function outboxMetrics(schema: string) {
  const unpublished = gauge('typecase_outbox_unpublished', 'Recorded events not yet on the bus', ['schema'])
  const oldest = gauge('typecase_outbox_oldest_seconds', 'Age of the oldest event not yet on the bus', [
    'schema',
  ])
  const published = counter('typecase_outbox_published_total', 'Events acknowledged by the bus', ['schema'])
  const deadLettered = counter('typecase_outbox_parked_total', 'Events that the bus refused', ['schema'])
  // Starts the series at 0, so that the first event counts as an increase.
  published.inc({ schema }, 0)
  deadLettered.inc({ schema }, 0)
  return {
    observe: (backlog: { unpublished: number; oldest_seconds: number }) => {
      unpublished.set({ schema }, backlog.unpublished)
      oldest.set({ schema }, backlog.oldest_seconds)
    },
    /** Removes the gauges, because another replica reports them from now on. */
    clear: () => {
      unpublished.remove({ schema })
      oldest.remove({ schema })
    },
    published: () => published.inc({ schema }),
    deadLettered: () => deadLettered.inc({ schema }),
  }
}
