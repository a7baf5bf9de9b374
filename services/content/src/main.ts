import { reportFailedStart, runService } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeContent } from './compose.ts'
import { contentConfig } from './config.ts'

try {
  const config = contentConfig(process.env)
  const log = createLogger('content', config.LOG_LEVEL)
  await runService(composeContent(config, { log }), log, process.argv.slice(2))
} catch (error) {
  reportFailedStart(error, createLogger('content'))
}
