/** What is wrong with a template, and where. */
import type { TemplateFault } from './protocol.ts'

export class Fault extends Error {
  readonly template: string | undefined
  readonly line: number | undefined
  constructor(message: string, template: string | undefined, line: number | undefined) {
    super(message)
    this.template = template
    this.line = line
  }

  /** The innermost place wins. */
  static from(error: unknown, template: string | undefined, line?: number): Fault {
    if (error instanceof Fault)
      return error.line === undefined && error.template === template
        ? new Fault(error.message, template, line)
        : error
    return new Fault(error instanceof Error ? error.message : String(error), template, line)
  }
}

/** A regular expression that is met so far down fails with the same words, but as a SyntaxError. */
export const isTooDeep = (error: unknown): boolean =>
  error instanceof Error && error.message.endsWith('Maximum call stack size exceeded')

export function syntaxFault(template: string, error: unknown): TemplateFault {
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
