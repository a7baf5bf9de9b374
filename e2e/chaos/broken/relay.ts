/**
 * Marks an event as published before the bus has acknowledged it: events in flight are lost when either dies.
 */
import { runBrokenContent } from './content.ts'

await runBrokenContent({
  bus: (good) => ({
    ...good,
    publish: async (event, options) => void good.publish(event, options).catch(() => undefined),
    // It does not check whether the bus still has published events.
    extent: async () => ({ epoch: 'unknown', sequence: 0 }),
  }),
})
