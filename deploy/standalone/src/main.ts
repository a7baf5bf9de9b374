/** `npm start`: the whole system in one process. */
import { reportFailedStart, runUntilSignal } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { announce } from './announce.ts'
import { type StandaloneConfig, standaloneConfig } from './config.ts'
import { withServiceFaults } from './service-settings.ts'
import { standalone } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

let config: StandaloneConfig
try {
  config = standaloneConfig(process.env, process.cwd())
} catch (error) {
  reportFailedStart(withServiceFaults(error, process.env), createLogger('standalone', 'warn'))
}
const log = createLogger('standalone', config.LOG_LEVEL, config.LOG_FORMAT)
const system = standalone(config, { log, progress: say })
await runUntilSignal(system, log, say)
const running = system.running()
if (running) announce(say, running, performance.now())
// Whoever started this may have waited with what is less urgent.
process.send?.('ready')
