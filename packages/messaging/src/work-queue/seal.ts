/** Signatures of what processes of one queue send each other: whoever else reaches NATS has no key. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Logger } from '@typecase/runtime/log'
import { counter } from '@typecase/runtime/telemetry'

export interface Seal {
  /** A signature of the bytes as part of that conversation. */
  sign(about: readonly string[], bytes?: Uint8Array): string
  /** Counts and logs what it refuses. */
  accepts(signature: string | undefined, about: readonly string[], bytes?: Uint8Array): boolean
}

export interface SealOptions {
  readonly queue: string
  /** The first signs, all verify; without keys nothing is signed, and everything is accepted. */
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
  // So that the first refusal is an increase.
  for (const reason of ['unsigned', 'forged']) refused.inc({ queue, reason }, 0)
  let loggedAt = Number.NEGATIVE_INFINITY
  const mac = (key: KeyObject, about: readonly string[], bytes: Uint8Array) =>
    createHmac('sha256', key)
      .update(`typecase-work-1\n${JSON.stringify([queue, ...about])}\n`)
      .update(bytes)
      .digest()
  return {
    sign: (about, bytes = nothing) => (keys ? mac(keys[0], about, bytes).toString('base64url') : ''),
    accepts(signature, about, bytes = nothing) {
      if (!keys) return true
      const given = Buffer.from(signature ?? '', 'base64url')
      const isGenuine = keys.some(
        (key) => given.length === macBytes && timingSafeEqual(mac(key, about, bytes), given),
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
