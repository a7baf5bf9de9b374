/** What runs inside a renderer process. */
import { createRequire } from 'node:module'
import process from 'node:process'
import type HandlebarsModule from 'handlebars'
import { type ThemeEngine, themeEngine } from './engine.ts'
import { writeHtml } from './html-pipe.ts'
import { lockDown } from './lock-down.ts'
import type { FromRendererOnTheWire, SentOnTheWire } from './protocol.ts'
import { utf8 } from './utf8.ts'
import type { TextTools } from './vocabulary.ts'
import { type OnTheWire, wireReader } from './wire.ts'

/** What finished HTML refers to, in the words of the service: told with the page, so that nobody has to read it again. */
export type ReferencesIn = (html: string) => string

/** Takes everything but the language from this process, then answers what its parent asks until that is gone. It may be killed at any time. */
export function serveTemplates(tools: TextTools, referencesIn: ReferencesIn = () => ''): void {
  const handlebars = createRequire(import.meta.url)(process.argv[2] ?? '') as typeof HandlebarsModule
  lockDown()
  const fromWire = wireReader()
  let engine: ThemeEngine | undefined
  const say = (message: FromRendererOnTheWire): void => {
    process.send?.(message)
  }
  process.on('message', (wire: OnTheWire) => {
    const message = fromWire(wire)
    if (message.type === 'theme') {
      engine = themeEngine(handlebars, new Map(message.sources), tools)
      say({ type: 'theme', id: message.id, ...engine.compile() })
    } else if (message.type === 'site') {
      engine?.enter(message)
    } else {
      const limits = { time: message.timeLimit, output: message.outputLimit }
      const texts: Uint8Array[] = []
      const results = message.pages.map((page): SentOnTheWire => {
        const result = engine?.renderPage(page, limits) ?? { fault: { message: 'No theme was given' } }
        if ('fault' in result) return result
        const html = utf8(result.html)
        texts.push(html)
        return { length: html.length, references: referencesIn(result.html) }
      })
      say({ type: 'batch', id: message.id, results })
      writeHtml(texts)
    }
  })
  process.on('disconnect', () => process.exit(0))
}
