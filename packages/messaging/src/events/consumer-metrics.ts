import { counter, gauge } from '@typecase/runtime/telemetry'

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>

/** Metrics of one consumer. Set alerts on dead letters, lag and backlog. */
export function consumerMetrics(consumer: string) {
  const handled = counter('typecase_events_handled_total', 'Acknowledged events, by outcome', [
    'consumer',
    'outcome',
  ])
  const retried = counter('typecase_events_retried_total', 'Failed attempts that will be retried', [
    'consumer',
  ])
  const deadLettered = counter('typecase_events_parked_total', 'Events that became dead letters', [
    'consumer',
  ])
  const lag = gauge('typecase_events_lag_seconds', 'Time from the change to its effect, for the last event', [
    'consumer',
  ])
  const backlog = gauge('typecase_events_backlog', 'Events waiting for the consumer', ['consumer'])
  const deadLetters = gauge('typecase_dead_letters', 'Dead letters, neither replayed nor dropped', [
    'consumer',
  ])
  // Starts the series at 0, so that the first event counts as an increase.
  for (const outcome of ['applied', 'duplicate', 'outdated', 'ignored']) handled.inc({ consumer, outcome }, 0)
  retried.inc({ consumer }, 0)
  deadLettered.inc({ consumer }, 0)
  return {
    handled: (outcome: string, time: string) => {
      handled.inc({ consumer, outcome })
      if (outcome === 'applied') lag.set({ consumer }, Math.max(0, (Date.now() - Date.parse(time)) / 1000))
    },
    retried: () => retried.inc({ consumer }),
    deadLettered: () => deadLettered.inc({ consumer }),
    observe: (now: { backlog: number | undefined; deadLetters: number }) => {
      if (now.backlog !== undefined) backlog.set({ consumer }, now.backlog)
      deadLetters.set({ consumer }, now.deadLetters)
    },
  }
}
