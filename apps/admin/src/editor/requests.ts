/** Requests of the editor to the server. */
import { ApiError } from '../api/client.ts'
import type { Item, Status } from '../api/types.ts'
import type { Changes, Fields } from './fields.ts'

export interface Read {
  readonly item: Item
  readonly etag: string
}

export interface ItemApi {
  read(id: string): Promise<Read>
  /** `key` makes retries idempotent. */
  create(body: Changes, key: string): Promise<string>
  /** Returns `updatedAt`. @throws ApiError PRECONDITION_FAILED if the ETag does not match */
  update(id: string, body: Changes, etag: string): Promise<string>
  /** Stores a revision without changing the item. */
  store(id: string, body: Changes): Promise<void>
}

export interface Request {
  /** The text at the time of the request, without later edits. */
  readonly fields: Fields
  /** The item's status at the time of the request. */
  readonly seen: Status
  /** The requested status, if it differs. */
  readonly status?: Status
}

/** A request body, and the fields that it saves. */
export interface Save {
  readonly body: Changes
  readonly fields: Fields
}

export const isEmpty = ({ metadata, content }: Changes): boolean =>
  Object.keys(metadata).length === 0 && content === undefined

/** Null clears a date. */
export interface Schedule extends Readonly<Record<string, string | null | undefined>> {
  readonly publishAt?: string | null
  readonly unpublishAt?: string | null
  readonly publishedAt?: string
}

/** Thrown when the server has a newer version than the editor. */
export class NewerVersionError extends Error {
  readonly read: Read
  constructor(read: Read) {
    super('a newer version')
    this.read = read
  }
}

/** Thrown when an action did not run, because the text could not be saved first. */
export class NotSavedError extends Error {
  constructor(cause: unknown) {
    super('the text could not be saved', { cause })
  }
}

export const withStatus = (body: Changes, status: Status | undefined, before: Status | undefined): Changes =>
  status === undefined || status === before ? body : { ...body, metadata: { ...body.metadata, status } }

/** True if a retry may succeed: no connection, an expired session, too many requests or a busy server. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 429, 503].includes(error.status)
