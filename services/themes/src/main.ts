import { reportFailedStart, runUntilSignal } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeThemes, type ThemesService } from './compose.ts'
import { themesConfig } from './config.ts'

let themes: ThemesService
try {
  themes = composeThemes(themesConfig(process.env))
} catch (error) {
  reportFailedStart(error, createLogger('themes'))
}
await runUntilSignal(themes, createLogger('themes'))
