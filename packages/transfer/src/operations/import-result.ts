/** Result of an import. */
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
  /** Number of entries, by kind, that an option excludes or that Typecase does not support. */
  readonly notApplied: Record<string, number>
  /** True if the signal cancelled the import. The next run continues where this one stopped. */
  isCancelled: boolean
}

export function count({ notApplied }: ImportResult, name: string, by = 1): void {
  if (by > 0) notApplied[name] = (notApplied[name] ?? 0) + by
}

/** Calls `run` for one item. Records a refusal as a failure; throws if the session or the server is lost. */
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

/** True if the server refused the item. A taken username has status 500 (contract.md#user-conflicts). */
const isRefusal = ({ status, code }: ApiError): boolean =>
  code === 'DUPLICATE_USER' || ![401, 403, 429, 500, 503].includes(status)
