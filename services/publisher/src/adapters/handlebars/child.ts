import { serveTemplates } from '@typecase/theme-engine/child'
import { isSitePath, styledUrl } from '../../core/pages/addresses/addresses.ts'
import { headHtml } from '../../core/pages/head.ts'
import { cutText } from '../../core/pages/models/excerpt.ts'
import { scriptJson } from '../../core/pages/models/html.ts'
import { referencesIn } from '../../core/reports/links/references.ts'

serveTemplates({ isSitePath, styledUrl, cutText, scriptJson, headHtml }, referencesIn)
