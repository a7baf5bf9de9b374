/** One thing that is wrong with a package. */
export interface ThemeFault {
  /** A file of the package; empty for the package itself. */
  readonly path: string
  /** From 1. */
  readonly line?: number | undefined
  readonly message: string
  /** What to do about it. */
  readonly hint?: string | undefined
  /** The parser's own words about a template that does not parse. */
  readonly detail?: string | undefined
}

/** The fault in one line, without its file. */
export const faultText = ({ line, message }: ThemeFault): string =>
  line === undefined ? message : `line ${line}: ${message}`
