/** Takes an event for published before the bus has confirmed it: those under way are lost when either dies. */
import { runBrokenContent } from './content.ts'

await runBrokenContent({
  bus: (good) => ({
    ...good,
    publish: async (event, options) => void good.publish(event, options).catch(() => undefined),
    // It does not ask either whether the bus still has what it was given.
    extent: async () => ({ epoch: 'unknown', sequence: 0 }),
  }),
})
