/** Process for the trial of a theme, without network, environment and files except its code. */
import { serveTemplates } from '@typecase/theme-engine/child'
import { plainTextTools } from './text-tools.ts'

serveTemplates(plainTextTools)
