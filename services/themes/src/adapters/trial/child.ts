/**
 * The process for the trial of a theme. It has no network and no environment, and reads only its own code.
 */
import { serveTemplates } from '@typecase/theme-engine/child'
import { plainTextTools } from './text-tools.ts'

serveTemplates(plainTextTools)
