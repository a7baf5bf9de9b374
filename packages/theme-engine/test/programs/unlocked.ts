/**
 * A program with the permissions of a renderer but without the lock-down. It receives a template and runs it
 * as code.
 */
import { createRequire } from 'node:module'
import process from 'node:process'
import { serve } from '@typecase/sandbox/serve'
import type { ThemeAnswer, ThemeMessage } from '../../src/protocol.ts'

serve(({ sources }: ThemeMessage): { readonly answer: ThemeAnswer } => ({
  answer: { templates: [], errors: [{ message: outcomeOf(sources[0]?.[1] ?? '') }], cycles: [] },
}))

function outcomeOf(code: string): string {
  try {
    return `did ${new Function('require', 'process', code)(createRequire(import.meta.url), process)}`
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
