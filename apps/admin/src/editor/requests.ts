/** What the editor asks of the server. */
import { ApiError } from '../api/client.ts'
import type { Item, Status } from '../api/types.ts'
import type { Changes, Fields } from './fields.ts'

export interface Read {
  readonly item: Item
  readonly etag: string
}

export interface ItemApi {
  read(id: string): Promise<Read>
  /** `key` makes a second try the same creation. */
  create(body: Changes, key: string): Promise<string>
  /** Answers when it was changed. @throws ApiError PRECONDITION_FAILED when the item is not the tagged one */
  update(id: string, body: Changes, etag: string): Promise<string>
  /** Stores a revision without changing the item. */
  store(id: string, body: Changes): Promise<void>
}

/** A save that the author asked for. */
export interface Request {
  /** The text at that moment: what is typed later is not part of it. */
  readonly fields: Fields
  /** The status that the author saw. */
  readonly seen: Status
  /** The status that the author asked for, where it is another. */
  readonly status?: Status
}

/** What is sent, and the text that is saved with it. */
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
}

/** The server has a version that the editor has not seen. */
export class NewerVersion extends Error {
  readonly read: Read
  constructor(read: Read) {
    super('a newer version')
    this.read = read
  }
}

/** Something that needs the text to be saved first was not done. */
export class NotSaved extends Error {
  constructor(cause: unknown) {
    super('the text could not be saved', { cause })
  }
}

export const withStatus = (body: Changes, status: Status | undefined, before: Status | undefined): Changes =>
  status === undefined || status === before ? body : { ...body, metadata: { ...body.metadata, status } }

/** It will be possible later: no network, no session, a server that restarts. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 429, 503].includes(error.status)
