/** The process in which a theme is tried: no network, no environment, no files but its own code. */
import { serveTemplates } from '@typecase/theme-engine/child'
import { plainTextTools } from './text-tools.ts'

serveTemplates(plainTextTools)
