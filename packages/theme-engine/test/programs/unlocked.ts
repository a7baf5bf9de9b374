/** Has the flags and the environment of a renderer, but was not locked down: runs the code that it is given as a template. */
import { createRequire } from 'node:module'
import process from 'node:process'
import type { FromRendererOnTheWire, ThemeMessage } from '../../src/protocol.ts'

process.on('message', ({ id, sources }: ThemeMessage) => {
  const message = outcomeOf(sources[0]?.[1] ?? '')
  process.send?.({
    type: 'theme',
    id,
    templates: [],
    faults: [{ message }],
    circles: [],
  } satisfies FromRendererOnTheWire)
})

function outcomeOf(code: string): string {
  try {
    return `did ${new Function('require', code)(createRequire(import.meta.url))}`
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
