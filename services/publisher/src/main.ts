import { reportFailedStart, runService } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composePublisher } from './compose.ts'
import { publisherConfig } from './config.ts'

try {
  const config = publisherConfig(process.env)
  const log = createLogger('publisher', config.LOG_LEVEL)
  await runService(composePublisher(config, { log }), log, process.argv.slice(2))
} catch (error) {
  reportFailedStart(error, createLogger('publisher'))
}
