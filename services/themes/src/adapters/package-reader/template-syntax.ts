import Handlebars from 'handlebars'
import { syntaxError } from './syntax-errors.ts'
import type { Fault } from './unpack-zip.ts'

export interface ReadTemplate {
  readonly faults: readonly Fault[]
  /** What Handlebars made of it; undefined where it does not parse. */
  readonly ast?: unknown
}

/** Syntax errors, with their line. Never runs the template; rules about names and helpers are the trial's. */
export function readTemplate(path: string, bytes: Uint8Array): ReadTemplate {
  const source = textOf(bytes)
  if (source === undefined)
    return {
      faults: [{ path, message: 'the template is not written in UTF-8', hint: 'Save the file as UTF-8.' }],
    }
  let ast: unknown
  try {
    ast = Handlebars.parse(source)
  } catch (error) {
    return { faults: [{ path, ...syntaxError(source, error) }] }
  }
  return { ...compiled(path, source), ast }
}

/** What parses may still be refused when code is made of it. */
function compiled(path: string, source: string): { readonly faults: readonly Fault[] } {
  try {
    Handlebars.precompile(source)
    return { faults: [] }
  } catch (error) {
    if (error instanceof RangeError) return { faults: [{ path, ...syntaxError(source, error) }] }
    const message = error instanceof Error ? error.message : String(error)
    const [, what = message, line] = /^(.*) - (?:on line )?(\d+)(?::\d+)?$/s.exec(message) ?? []
    return {
      faults: [
        {
          path,
          message: what,
          ...(line ? { line: Number(line) } : {}),
          hint: 'Correct this line, or remove it.',
        },
      ],
    }
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
