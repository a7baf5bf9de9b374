import type { ServiceName } from '@typecase/contracts/callers'
import type { ServiceKeys } from './keys.ts'
import { signCall } from './signature.ts'
import { thisSecond } from './this-second.ts'

/** The signature of a call to one service; `actor` as it travels. */
export type CallSigner = (path: string, actor: string) => string

/** Signs what that service calls of `target`; undefined where calls are not signed. @throws Error when it has no key for it */
export function callSigner(keys: ServiceKeys | 'off', target: ServiceName): CallSigner | undefined {
  if (keys === 'off') return undefined
  const own = keys.asCallerOf.get(target)
  if (!own) throw new Error(`${keys.service} has no key to call ${target}`)
  const made = thisSecond<string>()
  return (path, actor) => {
    const now = Date.now()
    const said = `${path}\n${actor}`
    return (
      made.get(said, now) ??
      made.keep(said, now, signCall(own, { caller: keys.service, target, path, actor }, now))
    )
  }
}
