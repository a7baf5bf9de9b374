/** What runs inside a renderer process. */
import { createRequire } from 'node:module'
import type HandlebarsModule from 'handlebars'
import { type ThemeEngine, themeEngine } from './engine.ts'
import { writeHtml } from './html-pipe.ts'
import { lockDown } from './lock-down.ts'
import type { FromRendererOnTheWire, SentOnTheWire, SiteMessage } from './protocol.ts'
import { lineWriter, type PageReferences } from './shared-lines.ts'
import { utf8 } from './utf8.ts'
import type { TextTools } from './vocabulary.ts'
import { type OnTheWire, wireReader } from './wire.ts'

/** What finished HTML refers to, in the words of the service: told with the page, so that nobody has to read it again. */
export type ReferencesIn = (html: string, page: string, site: Pick<SiteMessage, 'basePath' | 'absoluteBase'>) => PageReferences

const none: PageReferences = { own: '', lines: [] }

/** Takes the network from this process, then answers what its parent asks until that is gone. It may be killed at any time. */
export function serveTemplates(tools: TextTools, referencesIn: ReferencesIn = () => none): void {
  lockDown()
  const handlebars = createRequire(import.meta.url)(process.argv[2] ?? '') as typeof HandlebarsModule
  const fromWire = wireReader()
  let engine: ThemeEngine | undefined
  let site: SiteMessage | undefined
  const lines = lineWriter()
  const say = (message: FromRendererOnTheWire): void => {
    process.send?.(message)
  }
  process.on('message', (wire: OnTheWire) => {
    const message = fromWire(wire)
    if (message.type === 'theme') {
      engine = themeEngine(handlebars, new Map(message.sources), tools)
      say({ type: 'theme', id: message.id, ...engine.compile() })
    } else if (message.type === 'site') {
      site = message
      engine?.enter(message)
    } else {
      const limits = { time: message.timeLimit, output: message.outputLimit }
      lines.begin()
      const texts: Uint8Array[] = []
      const results = message.pages.map((page): SentOnTheWire => {
        const result = engine?.renderPage(page, limits) ?? { fault: { message: 'No theme was given' } }
        if ('fault' in result) return result
        const html = utf8(result.html)
        texts.push(html)
        return { length: html.length, references: lines.numbered(site ? referencesIn(result.html, page.path, site) : none) }
      })
      say({ type: 'batch', id: message.id, results, ...lines.fresh() })
      writeHtml(texts)
    }
  })
  process.on('disconnect', () => process.exit(0))
}
