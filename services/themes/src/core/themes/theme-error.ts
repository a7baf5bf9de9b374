/** An error or a warning about a package. */
export interface ThemeError {
  /** A file of the package; empty for the package itself. */
  readonly path: string
  /** 1-based. */
  readonly line?: number | undefined
  readonly message: string
  /** The remedy. */
  readonly hint?: string | undefined
  /** The parser's own message about a template that does not parse. */
  readonly detail?: string | undefined
}

/** The error in one line, without its file. */
export const errorText = ({ line, message }: ThemeError): string =>
  line === undefined ? message : `line ${line}: ${message}`
