/** Prometheus metrics, in one registry per process. Typecase's own metrics begin with `typecase_`. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

/** Upper bounds in seconds, from a cache hit to a slow report. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Returns the counter of that name; creates it if missing. */
export const counter = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
): Counter<L> =>
  (registry.getSingleMetric(name) as Counter<L> | undefined) ??
  new Counter({ name, help, labelNames, registers: [registry] })

/** Returns the gauge of that name; creates it if missing. `collect` measures it at every scrape. */
export const gauge = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
  collect?: (gauge: Gauge<L>) => void,
): Gauge<L> => {
  const existing = registry.getSingleMetric(name) as Gauge<L> | undefined
  if (existing) return existing
  const created: Gauge<L> = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    ...(collect ? { collect: () => collect(created) } : {}),
  })
  return created
}

/** Returns the histogram of that name, in seconds; creates it if missing. */
export const histogram = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[] = [],
  buckets: readonly number[] = durationBuckets,
): Histogram<L> =>
  (registry.getSingleMetric(name) as Histogram<L> | undefined) ??
  new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] })
