/** What runs inside a renderer process. */
import { createRequire } from 'node:module'
import type HandlebarsModule from 'handlebars'
import { type ThemeEngine, themeEngine } from './engine.ts'
import { lockDown } from './lock-down.ts'
import type { FromRenderer, PageResult } from './protocol.ts'
import type { TextTools } from './vocabulary.ts'
import { fromWire, type OnTheWire } from './wire.ts'

/** Takes the network from this process, then answers what its parent asks until that is gone. It may be killed at any time. */
export function serveTemplates(tools: TextTools): void {
  lockDown()
  const handlebars = createRequire(import.meta.url)(process.argv[2] ?? '') as typeof HandlebarsModule
  let engine: ThemeEngine | undefined
  const say = (message: FromRenderer): void => {
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
      const results = message.pages.map((page): PageResult<Uint8Array> => {
        const result = engine?.renderPage(page, limits) ?? { fault: { message: 'No theme was given' } }
        return 'fault' in result ? result : { html: Buffer.from(result.html) }
      })
      say({ type: 'batch', id: message.id, results })
    }
  })
  process.on('disconnect', () => process.exit(0))
}
