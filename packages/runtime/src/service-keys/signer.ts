import type { ServiceName } from '@typecase/contracts/callers'
import type { ServiceKeys } from './keys.ts'
import { signCall } from './signature.ts'
import { thisSecond } from './this-second.ts'

/** Returns the signature of a call to one service. `actor` is the value as sent. */
export type CallSigner = (path: string, actor: string) => string

/**
 * Signs calls of a service to `target`. Undefined if the keys are `off`.
 * @throws Error when the service has no key for `target`
 */
export function callSigner(keys: ServiceKeys | 'off', target: ServiceName): CallSigner | undefined {
  if (keys === 'off') return undefined
  const pairKeys = keys.asCallerOf.get(target)
  if (!pairKeys) throw new Error(`${keys.service} has no key to call ${target}`)
  const signatures = thisSecond<string>()
  return (path, actor) => {
    const now = Date.now()
    const claim = `${path}\n${actor}`
    return (
      signatures.get(claim, now) ??
      signatures.set(claim, now, signCall(pairKeys, { caller: keys.service, target, path, actor }, now))
    )
  }
}
