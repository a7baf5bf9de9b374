import Handlebars from 'handlebars'
import type { ThemeError } from '../../core/themes/theme-error.ts'
import { syntaxError } from './syntax-errors.ts'

export interface ReadTemplate {
  readonly errors: readonly ThemeError[]
  /** The AST of Handlebars; undefined if the template does not parse. */
  readonly ast?: unknown
}

/**
 * Parses a template and returns syntax errors with their lines. Does not run the template; the trial, which
 * renders sample pages, checks names and helpers.
 */
export function readTemplate(path: string, bytes: Uint8Array): ReadTemplate {
  const source = textOf(bytes)
  if (source === undefined)
    return {
      errors: [{ path, message: 'the template is not written in UTF-8', hint: 'Save the file as UTF-8.' }],
    }
  let ast: unknown
  try {
    ast = Handlebars.parse(source)
  } catch (error) {
    return { errors: [{ path, ...syntaxError(source, error) }] }
  }
  return { ...compiled(path, source), ast }
}

/** Compiles a template that parses, because code generation may still reject it. */
function compiled(path: string, source: string): { readonly errors: readonly ThemeError[] } {
  try {
    Handlebars.precompile(source)
    return { errors: [] }
  } catch (error) {
    if (error instanceof RangeError) return { errors: [{ path, ...syntaxError(source, error) }] }
    const message = error instanceof Error ? error.message : String(error)
    const [, what = message, line] = /^(.*) - (?:on line )?(\d+)(?::\d+)?$/s.exec(message) ?? []
    return {
      errors: [
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
