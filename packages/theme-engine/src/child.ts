/** What runs inside a renderer process. */
import { createRequire } from 'node:module'
import type HandlebarsModule from 'handlebars'
import { type ThemeEngine, themeEngine } from './engine.ts'
import { lockDown } from './lock-down.ts'
import type { FromRenderer, ToRenderer } from './protocol.ts'
import type { TextTools } from './vocabulary.ts'

/** Takes the network from this process, then answers what its parent asks until that is gone. It may be killed at any time. */
export function serveTemplates(tools: TextTools): void {
  lockDown()
  const handlebars = createRequire(import.meta.url)(process.argv[2] ?? '') as typeof HandlebarsModule
  let engine: ThemeEngine | undefined
  const say = (message: FromRenderer): void => {
    process.send?.(message)
  }
  process.on('message', (message: ToRenderer) => {
    if (message.type === 'theme') {
      engine = themeEngine(handlebars, new Map(message.sources), tools)
      say({ type: 'theme', id: message.id, ...engine.compile() })
    } else if (message.type === 'site') {
      engine?.enter(message)
    } else {
      const limits = { time: message.timeLimit, output: message.outputLimit }
      const results = message.pages.map((page) => engine?.renderPage(page, limits) ?? { fault: { message: 'No theme was given' } })
      say({ type: 'batch', id: message.id, results })
    }
  })
  process.on('disconnect', () => process.exit(0))
}
