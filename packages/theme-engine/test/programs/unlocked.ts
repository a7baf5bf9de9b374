/** Has the rights of a renderer, but is not locked down: runs the code that it receives as a template. */
import { createRequire } from 'node:module'
import process from 'node:process'
import { serve } from '@typecase/sandbox/serve'
import type { ThemeAnswer, ThemeMessage } from '../../src/protocol.ts'

serve(({ sources }: ThemeMessage): { readonly answer: ThemeAnswer } => ({
  answer: { templates: [], faults: [{ message: outcomeOf(sources[0]?.[1] ?? '') }], circles: [] },
}))

function outcomeOf(code: string): string {
  try {
    return `did ${new Function('require', 'process', code)(createRequire(import.meta.url), process)}`
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
