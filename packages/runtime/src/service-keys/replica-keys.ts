import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { PairKeys, ServiceKeys } from './keys.ts'

/**
 * Keys that only replicas of one service can derive, because only they have all keys of its file. The first
 * key signs, all keys verify. Undefined if the keys are `off`.
 * @throws Error when another service has every key of the file too
 */
export function replicaKeys(keys: ServiceKeys | 'off', purpose: string): PairKeys | undefined {
  if (keys === 'off') return undefined
  const partners = new Set([...keys.asCallerOf.keys(), ...keys.calledBy.keys()])
  if (partners.size < 2)
    throw new Error(
      `another service has every key of ${keys.service}. ` +
        'Add the missing keys: npm run service-keys -- FOLDER complete',
    )
  const pairs = [...keys.asCallerOf.values(), ...keys.calledBy.values()]
  const [first, ...others] = Array.from(
    { length: Math.max(...pairs.map(({ length }) => length)) },
    (_, at) => at,
  )
  return [derived(pairs, first ?? 0, purpose), ...others.map((at) => derived(pairs, at, purpose))]
}

/** Derives a key from key number `at` of each pair. A rotation changes all pairs in the same step. */
function derived(pairs: readonly PairKeys[], at: number, purpose: string): KeyObject {
  const parts = pairs.map((pair) => (pair[at] ?? pair[0]).export().toString('base64url'))
  const secret = parts.toSorted().join('\n')
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `typecase ${purpose}`, 32)))
}
