/** What an import did. */
import { ApiError } from '@typecase/client'
import { messageOf } from '../errors.ts'

export interface Failure {
  readonly subject: string
  readonly code: string
  readonly message: string
}

export interface ImportResult {
  created: number
  replaced: number
  unchanged: number
  readonly failed: Failure[]
  /** Numbers of what was not asked for or has no place in the system. It stays in the archive. */
  readonly notApplied: Record<string, number>
  /** Ended by the signal: a second run continues. */
  isCancelled: boolean
}

export function count({ notApplied }: ImportResult, name: string, by = 1): void {
  if (by > 0) notApplied[name] = (notApplied[name] ?? 0) + by
}

/** An item that the server refuses does not end the import; a lost session or server does. */
export async function attempt(
  subject: string,
  result: ImportResult,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ApiError) || !isRefusal(error)) throw error
    const details = error.details.map(({ path, message }) => `; ${path}: ${message}`)
    result.failed.push({ subject, code: error.code, message: messageOf(error) + details.join('') })
  }
}

/** A taken name or address of a user is 500 (contract.md#user-conflicts). */
const isRefusal = ({ status, code }: ApiError): boolean =>
  code === 'DUPLICATE_USER' || ![401, 403, 429, 500, 503].includes(status)
