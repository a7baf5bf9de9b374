import { AppError } from '@typecase/kernel'

/** Fields of an error in the log, without objects that libraries attach. */
export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string | number
  readonly kind?: string
  readonly detail?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

const maxDepth = 4
const maxLength = 4_000

/** Plain data of an error and its causes, truncated. Omits the stack of expected errors. */
export const describeError = (error: unknown): DescribedError | string =>
  describe(error, !(error instanceof AppError && error.kind !== 'internal'), 0)

function describe(error: unknown, withStack: boolean, depth: number): DescribedError | string {
  if (!(error instanceof Error))
    return cut(typeof error === 'string' ? error : (JSON.stringify(error) ?? String(error)))
  const { code, kind, detail } = error as { code?: unknown; kind?: unknown; detail?: unknown }
  const cause =
    error.cause === undefined || depth >= maxDepth ? undefined : describe(error.cause, withStack, depth + 1)
  return {
    type: error.name,
    message: cut(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(typeof detail === 'string' ? { detail: cut(detail) } : {}),
    ...(withStack && error.stack ? { stack: cut(error.stack) } : {}),
    ...(cause === undefined
      ? {}
      : { cause: typeof cause === 'string' ? { type: 'thrown', message: cause } : cause }),
  }
}

const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)} …` : text)
