import { counter, gauge } from '@typecase/runtime/telemetry'

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>

/** Metrics of one consumer. Alerts belong on parked events, on lag and on the backlog. */
export function consumerMetrics(consumer: string) {
  const handled = counter('typecase_events_handled_total', 'Events that were settled, by outcome', [
    'consumer',
    'outcome',
  ])
  const retried = counter('typecase_events_retried_total', 'Tries that failed and will be repeated', [
    'consumer',
  ])
  const parked = counter('typecase_events_parked_total', 'Events that became dead letters', ['consumer'])
  const lag = gauge('typecase_events_lag_seconds', 'From the fact to its effect, of the last event', [
    'consumer',
  ])
  const backlog = gauge('typecase_events_backlog', 'Events that wait for the consumer', ['consumer'])
  const deadLetters = gauge('typecase_dead_letters', 'Dead letters that nobody has settled', ['consumer'])
  // So that the first of each is seen as an increase.
  for (const outcome of ['applied', 'duplicate', 'outdated', 'ignored']) handled.inc({ consumer, outcome }, 0)
  retried.inc({ consumer }, 0)
  parked.inc({ consumer }, 0)
  return {
    handled: (outcome: string, time: string) => {
      handled.inc({ consumer, outcome })
      if (outcome === 'applied') lag.set({ consumer }, Math.max(0, (Date.now() - Date.parse(time)) / 1000))
    },
    retried: () => retried.inc({ consumer }),
    parked: () => parked.inc({ consumer }),
    observe: (now: { backlog: number | undefined; parked: number }) => {
      if (now.backlog !== undefined) backlog.set({ consumer }, now.backlog)
      deadLetters.set({ consumer }, now.parked)
    },
  }
}
