import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { ServiceName } from '@typecase/contracts/callers'
import type { PairKeys } from './keys.ts'

/** The fields of a call that its signature covers, besides the time of signing. */
export interface SignedCall {
  readonly caller: ServiceName
  readonly target: ServiceName
  /** `/typecase.content.v1.PostService/CreatePost` */
  readonly path: string
  /** The actor as JSON, exactly as sent; empty for an anonymous actor. */
  readonly actor: string
}

/** Maximum difference in seconds between the time of a signature and the receiver's clock. */
export const validSeconds = 60

const mac = (key: KeyObject, { caller, target, path, actor }: SignedCall, issued: string) =>
  // The actor is last, because only it may contain line breaks.
  createHmac('sha256', key).update(`typecase-call-1\n${caller}\n${target}\n${issued}\n${path}\n${actor}`)

/** Returns `caller seconds signature`, signed with the first key that caller and target share. */
export function signCall([key]: PairKeys, call: SignedCall, now = Date.now()): string {
  const issued = String(Math.floor(now / 1000))
  return `${call.caller} ${issued} ${mac(key, call, issued).digest('base64url')}`
}

const form = /^([a-z]+) (\d{1,12}) ([A-Za-z0-9_-]{43})$/

export type Verdict =
  | { readonly caller: ServiceName }
  | { readonly refused: 'missing' | 'unknown' | 'expired' | 'forged' }

/**
 * Returns the caller if any key that it shares with the receiver verifies the signature. During a rotation
 * they share two keys.
 */
export function callerOf(
  signature: unknown,
  call: Omit<SignedCall, 'caller'>,
  keysOf: ReadonlyMap<ServiceName, PairKeys>,
  now = Date.now(),
): Verdict {
  if (typeof signature !== 'string') return { refused: 'missing' }
  const parts = form.exec(signature)
  if (!parts) return { refused: 'forged' }
  const [, caller, issued = '', given = ''] = parts as unknown as [string, ServiceName, string, string]
  const keys = keysOf.get(caller)
  if (!keys) return { refused: 'unknown' }
  const bytes = Buffer.from(given, 'base64url')
  for (const key of keys) {
    if (!timingSafeEqual(mac(key, { ...call, caller }, issued).digest(), bytes)) continue
    return Math.abs(now / 1000 - Number(issued)) <= validSeconds ? { caller } : { refused: 'expired' }
  }
  return { refused: 'forged' }
}
