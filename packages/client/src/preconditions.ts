/** ETags and idempotency keys (contract.md#etags, contract.md#idempotency-keys). */
import { ApiError } from './errors.ts'

export interface Tagged<T> {
  readonly value: T
  /** Pass it to {@link ifMatch}. */
  readonly etag: string
}

/** Reads an item together with its ETag. @throws ApiError for any status from 400 */
export async function tagged<T>(
  result: Promise<{ readonly data?: { data: T }; readonly error?: unknown; readonly response: Response }>,
): Promise<Tagged<T>> {
  const { data, error, response } = await result
  const etag = response.headers.get('etag')
  if (!response.ok || !data || etag === null) throw new ApiError(response, error)
  return { value: data.data, etag }
}

/** Header that prevents lost updates: the server responds with 412 if the item no longer has this ETag. */
export const ifMatch = (etag: string) => ({ 'If-Match': etag })

/** Header that makes a POST safe to repeat: the server creates one item per key. */
export const withKey = (key: string) => ({ 'Idempotency-Key': key })

/** Does not use `crypto.randomUUID`, which browsers provide only over HTTPS and on localhost. */
export const randomKey = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)))

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
