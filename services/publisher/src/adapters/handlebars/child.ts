/** The renderer process: no network, no environment, no files but its own code. It does as it is told and may be killed at any time. */
import { createRequire } from 'node:module'
import type HandlebarsModule from 'handlebars'
import { type ThemeEngine, themeEngine } from './engine.ts'
import { lockDown } from './lock-down.ts'
import type { FromRenderer, ToRenderer } from './protocol.ts'

lockDown()
const handlebars = createRequire(import.meta.url)(process.argv[2] ?? '') as typeof HandlebarsModule
let engine: ThemeEngine | undefined

const say = (message: FromRenderer): void => {
  process.send?.(message)
}

process.on('message', (message: ToRenderer) => {
  if (message.type === 'theme') {
    engine = themeEngine(handlebars, new Map(message.sources))
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
