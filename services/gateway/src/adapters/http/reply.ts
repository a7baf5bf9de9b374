/** Results of route handlers; `envelope.ts` writes them to the socket. */
import type { Readable } from 'node:stream'
import { strongTag } from './entity-tags.ts'

export interface JsonReply {
  readonly kind: 'json'
  readonly status: number
  /** Members in addition to `success: true`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

export interface RawReply {
  readonly kind: 'raw'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | Readable
}

/** A serialized success response with its strong ETag. */
export interface FinishedReply {
  readonly kind: 'finished'
  readonly bytes: Buffer
  /** Returns the ETag, which is computed on first use. */
  tag(): string
  /** Memory size in bytes. */
  readonly size: number
}

export type Reply = JsonReply | RawReply | FinishedReply

type Extras = Pick<JsonReply, 'headers' | 'cookies'>

export const ok = (body: JsonReply['body'] = {}, extras: Extras = {}): JsonReply => ({
  kind: 'json',
  status: 200,
  body,
  ...extras,
})

export const created = (body: JsonReply['body'], extras: Extras = {}): JsonReply => ({
  kind: 'json',
  status: 201,
  body,
  ...extras,
})

/** Header of responses to repeated idempotency keys (contract.md#idempotency-keys). */
export const replayedHeader = { 'idempotency-replayed': 'true' }

export const raw = (status: number, headers: RawReply['headers'], body?: RawReply['body']): RawReply => ({
  kind: 'raw',
  status,
  headers,
  ...(body === undefined ? {} : { body }),
})

/**
 * Serializes a success response. The same body must result in the same text, because ETags are computed from
 * the text.
 */
export const envelopeText = (body: JsonReply['body']): string => JSON.stringify({ success: true, ...body })

/** Serializes a success response once, for many requests. */
export function finished(body: JsonReply['body']): FinishedReply {
  const bytes = Buffer.from(envelopeText(body))
  let tag: string | undefined
  return {
    kind: 'finished',
    bytes,
    tag: () => {
      tag ??= strongTag(bytes)
      return tag
    },
    size: bytes.length + 500,
  }
}
