/** A process whose stop takes as many milliseconds as its argument. */
import { setTimeout as sleep } from 'node:timers/promises'
import { runUntilSignal } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'

const stopMs = Number(process.argv[2])
const print = (line: string) => process.stdout.write(`${line}\n`)
const alive = setInterval(() => undefined, 60_000)
const part = {
  name: 'slow',
  start: async () => undefined,
  stop: async () => {
    await sleep(stopMs)
    clearInterval(alive)
  },
}
await runUntilSignal(part, createLogger('slow', 'silent'), print)
print('ready')
