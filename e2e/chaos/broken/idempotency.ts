/** Ignores idempotency keys: a request that is retried after a lost response is executed twice. */
import { runBrokenContent } from './content.ts'

await runBrokenContent({
  store: (good) => ({
    ...good,
    writeOnce: async (_claim, work) => ({ answer: await good.write(work), replayed: false }),
  }),
})
