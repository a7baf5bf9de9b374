/** The closed set of reasons why an operation fails. Each border has one table from it to its own codes. */
export const errorKinds = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'stale',
  'refused',
  'limited',
  'unavailable',
  'internal',
] as const
export type ErrorKind = (typeof errorKinds)[number]

/** One fault of an input. `path` is dotted from the input's root: `metadata.title`, `0.url`; empty for the whole. */
export interface Problem {
  readonly path: string
  readonly message: string
}

export interface ErrorExtras {
  /** Stable facts for the caller, shown beside the code: `{ slug: 'hello' }`. Values are JSON. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Every fault of the input at once. */
  readonly problems?: readonly Problem[]
  /** For logs only; never leaves the process. */
  readonly cause?: unknown
}

/**
 * The only error that crosses a border. `code` is stable UPPER_SNAKE and part of the public contract, `message` is
 * written for the person who caused it. Anything else that is thrown is a bug and reaches the caller as fixed text.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly problems: readonly Problem[]

  constructor(kind: ErrorKind, code: string, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.fields = extras.fields ?? {}
    this.problems = extras.problems ?? []
  }
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError

/** Another part of the system is away, or too slow. */
export const upstreamUnavailable = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'UPSTREAM_UNAVAILABLE',
    'A part of the system is not available. Please try again.',
    { cause },
  )

/** Code `VALIDATION_ERROR`. The message is the first fault's unless given. */
export const invalid = (problems: readonly Problem[], message?: string): AppError =>
  new AppError('invalid', 'VALIDATION_ERROR', message ?? problems[0]?.message ?? 'Invalid input', {
    problems,
  })
