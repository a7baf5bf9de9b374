import { reportFailedStart, runService } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeMedia } from './compose.ts'
import { mediaConfig } from './config.ts'

try {
  const config = mediaConfig()
  const log = createLogger('media', config.LOG_LEVEL)
  await runService(composeMedia(config, { log }), log, process.argv.slice(2))
} catch (error) {
  reportFailedStart(error, createLogger('media'))
}
