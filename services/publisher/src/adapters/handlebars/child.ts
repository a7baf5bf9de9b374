/** The renderer process: no network, no environment, no files but its own code. */
import { serveTemplates } from '@typecase/theme-engine/child'
import { referencesIn } from '../../core/links/references.ts'
import { isSitePath, styledUrl } from '../../core/plan/addresses.ts'
import { cutText } from '../../core/render/excerpt.ts'
import { headHtml } from '../../core/render/head.ts'
import { scriptJson } from '../../core/render/html.ts'

serveTemplates({ isSitePath, styledUrl, cutText, scriptJson, headHtml }, referencesIn)
