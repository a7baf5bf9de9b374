/** `npm start`: the whole system in one process. */
import { reportFailedStart, runUntilSignal } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { announce } from './announce.ts'
import { type StandaloneConfig, standaloneConfig } from './config.ts'
import { withServiceErrors } from './service-settings.ts'
import { standalone } from './start.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

let config: StandaloneConfig
try {
  config = standaloneConfig(process.env, process.cwd())
} catch (error) {
  reportFailedStart(withServiceErrors(error, process.env), createLogger('standalone', 'warn'))
}
const log = createLogger('standalone', config.LOG_LEVEL, config.LOG_FORMAT)
const system = standalone(config, { log, progress: print })
await runUntilSignal(system, log, print)
const running = system.running()
if (running) announce(print, running, performance.now())
// The launcher `tools/run.mjs` builds the web interface when it receives this message.
process.send?.('ready')
