/** Exit codes, documented in docs/command-line.md. Their meaning must not change. */
import { ApiError } from '@typecase/client'
import { TransferError } from '@typecase/transfer'

export const exitCodes = {
  ok: 0,
  /** The server rejected the request, or an unexpected error occurred. */
  failed: 1,
  /** Invalid arguments. */
  usage: 2,
  /** No valid session, or no permission. */
  denied: 3,
  notFound: 4,
  /** The item was changed meanwhile, or its slug is taken. */
  conflict: 5,
  /** An import completed, but some items failed. */
  partial: 6,
  /** The import source is damaged or malicious; nothing was changed. */
  badInput: 7,
  /** The server is unreachable or too busy; try again later. */
  unavailable: 8,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Invalid arguments that the argument parser does not detect. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A generation or a check of `doctor` failed. */
export class FailedError extends Error {
  override readonly name = 'FailedError'
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof TransferError) return exitCodes.badInput
  if (error instanceof ApiError) return ofStatus(error.status)
  return isConnectionError(error) ? exitCodes.unavailable : exitCodes.failed
}

function ofStatus(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.denied
  if (status === 404) return exitCodes.notFound
  if (status === 409 || status === 412) return exitCodes.conflict
  return status === 429 || status === 503 ? exitCodes.unavailable : exitCodes.failed
}

/** fetch throws a TypeError whose cause is the socket error. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause

export function messageFor(error: unknown): string {
  if (error instanceof ApiError) {
    const details = error.details.map(({ path, message }) => `\n  ${path}: ${message}`).join('')
    return `${error.message} (${error.code}, request ${error.requestId ?? 'unknown'})${details}`
  }
  if (isConnectionError(error))
    return `The server cannot be reached: ${((error as Error).cause as Error).message}`
  return error instanceof Error ? error.message : String(error)
}
