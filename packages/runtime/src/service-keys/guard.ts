import { mayCall, type Spoken } from '@typecase/contracts/callers'
import type { Logger } from 'pino'
import { counter } from '../telemetry/index.ts'
import type { ServiceKeys } from './keys.ts'
import { callerOf, validSeconds } from './signature.ts'
import { thisSecond } from './this-second.ts'

export interface Refusal {
  readonly code: 'UNAUTHENTICATED' | 'PERMISSION_DENIED'
  readonly why: string
}

/** Undefined when the call may be served. `actor` as it travels. */
export type CallGuard = (path: string, signature: unknown, actor: string) => Refusal | undefined

const words = {
  missing: 'the call is not signed: give the caller its SERVICE_KEYS',
  unknown: 'the caller is none of those that this service answers',
  expired: `the signature is older or newer than ${validSeconds} s: compare the clocks`,
  forged: 'the signature is of no key that is known here, or of another call',
}

/** Milliseconds between two lines about refused calls; all are counted. */
const sayEveryMs = 10_000

/** Lets through what the table of callers allows and a key proves; undefined where anybody is answered. */
export function callGuard(keys: ServiceKeys | 'off', log: Logger): CallGuard | undefined {
  if (keys === 'off') return undefined
  const { service: target, calledBy } = keys
  const refused = counter('typecase_grpc_refused_total', 'Calls refused because of who called', ['reason'])
  // So that the first refusal is seen as an increase.
  for (const reason of [...Object.keys(words), 'not allowed']) refused.inc({ reason }, 0)
  let saidAt = Number.NEGATIVE_INFINITY
  const refuse = (reason: string, refusal: Refusal, path: string): Refusal => {
    refused.inc({ reason })
    if (performance.now() - saidAt >= sayEveryMs) {
      saidAt = performance.now()
      log.warn({ reason, path }, `a call was refused: ${refusal.why}`)
    }
    return refusal
  }
  const allowed = thisSecond<true>()
  return (path, signature, actor) => {
    const now = Date.now()
    const said = `${path} ${String(signature).length} ${signature}${actor}`
    if (allowed.get(said, now)) return undefined
    const verdict = callerOf(signature, { target, path, actor }, calledBy, now)
    if ('refused' in verdict)
      return refuse(verdict.refused, { code: 'UNAUTHENTICATED', why: words[verdict.refused] }, path)
    const { caller } = verdict
    const method = path.slice(path.lastIndexOf('/') + 1)
    if (mayCall(caller, target, method, () => spoken(actor))) {
      allowed.keep(said, now, true)
      return undefined
    }
    const why = `${caller} may not call ${method} of ${target} for a ${spoken(actor).kind} (see the table of callers)`
    return refuse('not allowed', { code: 'PERMISSION_DENIED', why }, path)
  }
}

const spoken = (actor: string): Spoken =>
  actor === '' ? { kind: 'anonymous' } : (JSON.parse(actor) as Spoken)
