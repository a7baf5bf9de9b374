/** Ignores idempotency keys: a request repeated after a lost reply is executed twice. */
import { runBrokenContent } from './content.ts'

await runBrokenContent({
  store: (good) => ({
    ...good,
    writeOnce: async (_claim, work) => ({ answer: await good.write(work), replayed: false }),
  }),
})
