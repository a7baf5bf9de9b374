/** The program of a renderer process. */
import { createRequire } from 'node:module'
import process from 'node:process'
import { type Answer, serve } from '@typecase/sandbox/serve'
import type HandlebarsModule from 'handlebars'
import { type ThemeEngine, themeEngine } from './engine.ts'
import { lockDown } from './lock-down.ts'
import type { BatchMessage, SentBatch, ThemeAnswer } from './protocol.ts'
import { utf8 } from './utf8.ts'
import type { TextTools } from './vocabulary.ts'
import { type OnTheWire, wireReader } from './wire.ts'

/**
 * Lists the references in rendered HTML as text, so that the service need not parse the HTML again. The
 * service defines the format.
 */
export type ReferencesIn = (html: string) => string

/** Locks the process down, then answers calls. */
export function serveTemplates(tools: TextTools, referencesIn: ReferencesIn = () => ''): void {
  const handlebars = createRequire(import.meta.url)(process.argv[2] ?? '') as typeof HandlebarsModule
  const fromWire = wireReader()
  let engine: ThemeEngine | undefined
  serve((wire: OnTheWire): Answer<ThemeAnswer | SentBatch | undefined> => {
    const message = fromWire(wire)
    if (message.type === 'batch') return rendered(engine, message, referencesIn)
    if (message.type === 'theme') {
      engine = themeEngine(handlebars, new Map(message.sources), tools)
      return { answer: engine.compile() }
    }
    engine?.enter(message)
    return { answer: undefined }
  })
  // `serve` reads the first call in a later turn of the event loop, so no call runs before the lock-down.
  lockDown()
}

function rendered(
  engine: ThemeEngine | undefined,
  { pages, timeLimit, outputLimit }: BatchMessage,
  referencesIn: ReferencesIn,
): Answer<SentBatch> {
  const limits = { time: timeLimit, output: outputLimit }
  const bytes: Uint8Array[] = []
  const results = pages.map((page): SentBatch['results'][number] => {
    const result = engine?.renderPage(page, limits) ?? { error: { message: 'No theme was given' } }
    if ('error' in result) return result
    const html = utf8(result.html)
    bytes.push(html)
    return { length: html.length, references: referencesIn(result.html) }
  })
  return { answer: { results }, bytes }
}
