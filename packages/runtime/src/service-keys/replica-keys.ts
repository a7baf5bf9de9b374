import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { PairKeys, ServiceKeys } from './keys.ts'

/**
 * Keys that only replicas of a service can derive, from all keys of its file. The first signs, all verify;
 * undefined where calls are not signed.
 * @throws Error when another service has every key of the file
 */
export function replicaKeys(keys: ServiceKeys | 'off', purpose: string): PairKeys | undefined {
  if (keys === 'off') return undefined
  const partners = new Set([...keys.asCallerOf.keys(), ...keys.calledBy.keys()])
  if (partners.size < 2) throw new Error(`another service knows every key of ${keys.service}`)
  const pairs = [...keys.asCallerOf.values(), ...keys.calledBy.values()]
  const [first, ...others] = Array.from(
    { length: Math.max(...pairs.map(({ length }) => length)) },
    (_, at) => at,
  )
  return [derived(pairs, first ?? 0, purpose), ...others.map((at) => derived(pairs, at, purpose))]
}

/** Derived from key number `at` of each pair: a rotation changes all pairs in the same step. */
function derived(pairs: readonly PairKeys[], at: number, purpose: string): KeyObject {
  const parts = pairs.map((pair) => (pair[at] ?? pair[0]).export().toString('base64url'))
  const secret = parts.toSorted().join('\n')
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `typecase ${purpose}`, 32)))
}
