import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { ServiceName } from '@typecase/contracts/callers'
import type { PairKeys } from './keys.ts'

/** A signature is valid for one method, service, actor and minute only. */
export interface SignedCall {
  readonly caller: ServiceName
  readonly target: ServiceName
  /** `/typecase.content.v1.PostService/CreatePost` */
  readonly path: string
  /** As sent: JSON; empty if anonymous. */
  readonly actor: string
}

/** Seconds before and after the receiver's time in which a signature is valid, because clocks differ. */
export const validSeconds = 60

const mac = (key: KeyObject, { caller, target, path, actor }: SignedCall, issued: string) =>
  // The actor is last, because only it may contain line breaks.
  createHmac('sha256', key).update(`typecase-call-1\n${caller}\n${target}\n${issued}\n${path}\n${actor}`)

/** `caller seconds signature`, with the first key. */
export function signCall([key]: PairKeys, call: SignedCall, now = Date.now()): string {
  const issued = String(Math.floor(now / 1000))
  return `${call.caller} ${issued} ${mac(key, call, issued).digest('base64url')}`
}

const form = /^([a-z]+) (\d{1,12}) ([A-Za-z0-9_-]{43})$/

export type Verdict =
  | { readonly caller: ServiceName }
  | { readonly refused: 'missing' | 'unknown' | 'expired' | 'forged' }

/** Verifies the signature with every key of the pair and returns the caller. */
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
