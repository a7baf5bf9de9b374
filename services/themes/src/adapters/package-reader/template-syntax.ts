import Handlebars from 'handlebars'
import type { Fault } from './unpack-zip.ts'

/** Syntax errors, with their line. Never runs the template; what else it may not say is the trial's to tell. */
export function templateFaults(path: string, bytes: Uint8Array): Fault[] {
  const source = textOf(bytes)
  if (source === undefined) return [{ path, message: 'the template is not written in UTF-8', hint: 'Save the file as UTF-8.' }]
  try {
    Handlebars.precompile(source)
    return []
  } catch (error) {
    return [
      { path, ...placed(error), hint: 'Look at this line, and before it, for a block that is not closed or braces that do not match.' },
    ]
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Where it happened and what: `Parse error on line 3:` with an excerpt, or `if doesn't match each - 2:3`. */
function placed(error: unknown): { message: string; line?: number } {
  if (error instanceof RangeError) return { message: 'the template is nested too deeply' }
  const message = error instanceof Error ? error.message : String(error)
  const parse = /^(?:Parse|Lexical) error on line (\d+)[:.](?: (Unrecognized text\.))?/.exec(message)
  if (parse) return { line: Number(parse[1]), message: parse[2] ?? message.split('\n').at(-1) ?? message }
  const located = /^(.*) - (\d+):\d+$/s.exec(message)
  return located ? { line: Number(located[2]), message: located[1] ?? message } : { message }
}
