import type { ServiceName } from '@typecase/contracts/callers'
import type { ServiceKeys } from './keys.ts'
import { signCall } from './signature.ts'

/** The signature of a call to one service; `actor` as it travels. */
export type CallSigner = (path: string, actor: string) => string

/** Signs what that service calls of `target`; undefined where calls are not signed. @throws Error when it has no key for it */
export function callSigner(keys: ServiceKeys | 'off', target: ServiceName): CallSigner | undefined {
  if (keys === 'off') return undefined
  const own = keys.asCallerOf.get(target)
  if (!own) throw new Error(`${keys.service} has no key to call ${target}`)
  return (path, actor) => signCall(own, { caller: keys.service, target, path, actor })
}
