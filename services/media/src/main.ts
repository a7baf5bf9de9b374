import { reportFailedStart, runUntilSignal } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeMedia } from './compose.ts'
import { mediaConfig } from './config.ts'

try {
  const config = mediaConfig()
  const log = createLogger('media', config.LOG_LEVEL)
  await runUntilSignal(composeMedia(config, { log }), log)
} catch (error) {
  reportFailedStart(error, createLogger('media'))
}
