/** An error or a warning about a package. */
export interface ThemeError {
  /** Path of a file in the package; empty for the package itself. */
  readonly path: string
  /** 1-based. */
  readonly line?: number | undefined
  readonly message: string
  /** The remedy. */
  readonly hint?: string | undefined
  /** The message of the parser about a template that does not parse. */
  readonly detail?: string | undefined
}

/** The error in one line, without its path. */
export const errorText = ({ line, message }: ThemeError): string =>
  line === undefined ? message : `line ${line}: ${message}`
