/** All kinds of errors. Each transport maps a kind to its own codes. */
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

/** `path` is the position of a value in the input: `metadata.title`, `0.url`; empty for the whole input. */
export interface Problem {
  readonly path: string
  readonly message: string
}

export interface ErrorExtras {
  /** Stable JSON values for the caller, in addition to the code: `{ slug: 'hello' }`. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Every invalid field of the input. */
  readonly problems?: readonly Problem[]
  /** For logs only. */
  readonly cause?: unknown
}

/**
 * The only error that is reported to callers. `code` is part of the public contract; `message` is written for
 * users.
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

/** Another part of the system is unavailable or too slow. */
export const upstreamUnavailable = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'UPSTREAM_UNAVAILABLE',
    'A part of the system is not available. Please try again.',
    { cause },
  )

/** Code `VALIDATION_ERROR`. The default message is that of the first problem. */
export const invalid = (problems: readonly Problem[], message?: string): AppError =>
  new AppError('invalid', 'VALIDATION_ERROR', message ?? problems[0]?.message ?? 'Invalid input', {
    problems,
  })
