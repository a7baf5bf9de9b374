/** Does not look at idempotency keys: a request that is repeated because its answer was lost is done twice. */
import { runBrokenContent } from './content.ts'

await runBrokenContent({
  store: (good) => ({
    ...good,
    writeOnce: async (_claim, work) => ({ answer: await good.write(work), replayed: false }),
  }),
})
