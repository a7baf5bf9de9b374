/** Signs messages between the processes of one queue. Other NATS users have no key. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Logger } from '@typecase/runtime/log'
import { counter } from '@typecase/runtime/telemetry'

export interface Seal {
  /** Signs the bytes together with the fields. */
  sign(fields: readonly string[], bytes?: Uint8Array): string
  /** Counts and logs refused messages. */
  accepts(signature: string | undefined, fields: readonly string[], bytes?: Uint8Array): boolean
}

export interface SealOptions {
  readonly queue: string
  /** The first key signs, all keys verify. Without keys, nothing is signed and everything is accepted. */
  readonly keys: readonly [KeyObject, ...KeyObject[]] | undefined
  readonly log: Logger
}

/** Milliseconds between two log lines about refused messages; all are counted. */
const logEveryMs = 10_000

const refused = counter('typecase_work_queue_refused_total', 'Messages without a valid signature', [
  'queue',
  'reason',
])

export function seal({ queue, keys, log }: SealOptions): Seal {
  // Starts the series at 0, so that the first refusal counts as an increase.
  for (const reason of ['unsigned', 'forged']) refused.inc({ queue, reason }, 0)
  let loggedAt = Number.NEGATIVE_INFINITY
  const mac = (key: KeyObject, fields: readonly string[], bytes: Uint8Array) =>
    createHmac('sha256', key)
      .update(`typecase-work-1\n${JSON.stringify([queue, ...fields])}\n`)
      .update(bytes)
      .digest()
  return {
    sign: (fields, bytes = nothing) => (keys ? mac(keys[0], fields, bytes).toString('base64url') : ''),
    accepts(signature, fields, bytes = nothing) {
      if (!keys) return true
      const given = Buffer.from(signature ?? '', 'base64url')
      const isGenuine = keys.some(
        (key) => given.length === macBytes && timingSafeEqual(mac(key, fields, bytes), given),
      )
      if (isGenuine) return true
      const reason = signature ? 'forged' : 'unsigned'
      refused.inc({ queue, reason })
      if (performance.now() - loggedAt >= logEveryMs) {
        loggedAt = performance.now()
        log.warn({ queue, reason }, 'a message of the queue has no valid signature; it is dropped')
      }
      return false
    },
  }
}

const nothing = new Uint8Array()
const macBytes = 32
