import { reportFailedStart, runUntilSignal } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeGateway } from './compose.ts'
import { gatewayConfig } from './config.ts'

try {
  const config = gatewayConfig(process.env)
  const log = createLogger('gateway', config.LOG_LEVEL)
  await runUntilSignal(composeGateway(config, { log }), log)
} catch (error) {
  reportFailedStart(error, createLogger('gateway'))
}
