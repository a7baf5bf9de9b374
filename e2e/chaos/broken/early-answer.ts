/** Responds before the commit: an acknowledged write is lost if the process dies in between. */
import { setTimeout as sleep } from 'node:timers/promises'
import { runBrokenContent } from './content.ts'

/** Milliseconds from the response to the commit. */
const lateMs = 150

await runBrokenContent({
  store: (good) => ({
    ...good,
    write: (work) =>
      new Promise((resolve, reject) => {
        const committed = good.write(async (tx) => {
          const result = await work(tx)
          resolve(result)
          await sleep(lateMs)
          return result
        })
        committed.catch(reject)
      }),
  }),
})
