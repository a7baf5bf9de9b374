import type { TemplateError } from './protocol.ts'

export class RenderError extends Error {
  readonly template: string | undefined
  readonly line: number | undefined
  constructor(message: string, template: string | undefined, line: number | undefined) {
    super(message)
    this.template = template
    this.line = line
  }

  /** Adds the location unless the error already has that of an inner template. */
  static from(error: unknown, template: string | undefined, line?: number): RenderError {
    if (error instanceof RenderError)
      return error.line === undefined && error.template === template
        ? new RenderError(error.message, template, line)
        : error
    return new RenderError(error instanceof Error ? error.message : String(error), template, line)
  }
}

/** Compares the message, because V8 reports an overflow in a regular expression as a SyntaxError. */
export const isTooDeep = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('Maximum call stack size exceeded')

export function syntaxError(template: string, error: unknown): TemplateError {
  const { message, lineNumber, hash } = error as {
    message?: string
    lineNumber?: number
    hash?: { loc?: { first_line?: number } }
  }
  if (isTooDeep(error)) return { message: 'The template is nested too deeply', template }
  const text = String(message ?? error)
  const line =
    lineNumber ?? hash?.loc?.first_line ?? Number(/(?:on line |- )(\d+)/.exec(text)?.[1] ?? Number.NaN)
  return { message: text.split('\n')[0] ?? text, template, ...(Number.isFinite(line) ? { line } : {}) }
}
