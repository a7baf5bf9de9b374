import { reportFailedStart, runService } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeThemes } from './compose.ts'
import { themesConfig } from './config.ts'

try {
  const config = themesConfig(process.env)
  const log = createLogger('themes', config.LOG_LEVEL)
  await runService(composeThemes(config, { log }), log, process.argv.slice(2))
} catch (error) {
  reportFailedStart(error, createLogger('themes'))
}
