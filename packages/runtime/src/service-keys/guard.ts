import { type ActorClaim, mayCall } from '@typecase/contracts/callers'
import type { Logger } from 'pino'
import { counter } from '../telemetry/index.ts'
import type { ServiceKeys } from './keys.ts'
import { callerOf, validSeconds } from './signature.ts'
import { thisSecond } from './this-second.ts'

export interface Refusal {
  readonly code: 'UNAUTHENTICATED' | 'PERMISSION_DENIED'
  readonly why: string
}

/** Checks a call; undefined when it may be served. `actor` is the value as sent. */
export type CallGuard = (path: string, signature: unknown, actor: string) => Refusal | undefined

const reasons = {
  missing: 'the call is not signed: give the caller its SERVICE_KEYS',
  unknown: 'the caller is not allowed to call this service',
  expired: `the time of the signature differs by more than ${validSeconds} s: compare the clocks`,
  forged: 'the signature has no known key, or belongs to another call',
}

/** Milliseconds between two log lines about refused calls; all are counted. */
const logEveryMs = 10_000

/** A guard that checks the signature and the table of callers. Undefined if the keys are `off`. */
export function callGuard(keys: ServiceKeys | 'off', log: Logger): CallGuard | undefined {
  if (keys === 'off') return undefined
  const { service: target, calledBy } = keys
  const refused = counter('typecase_grpc_refused_total', 'Calls refused because of who called', ['reason'])
  // Starts the series at 0, so that the first refusal counts as an increase.
  for (const reason of [...Object.keys(reasons), 'not allowed']) refused.inc({ reason }, 0)
  let loggedAt = Number.NEGATIVE_INFINITY
  const refuse = (reason: string, refusal: Refusal, path: string): Refusal => {
    refused.inc({ reason })
    if (performance.now() - loggedAt >= logEveryMs) {
      loggedAt = performance.now()
      log.warn({ reason, path }, `a call was refused: ${refusal.why}`)
    }
    return refusal
  }
  const allowed = thisSecond<true>()
  return (path, signature, actor) => {
    const now = Date.now()
    const claim = `${path} ${String(signature).length} ${signature}${actor}`
    if (allowed.get(claim, now)) return undefined
    const verdict = callerOf(signature, { target, path, actor }, calledBy, now)
    if ('refused' in verdict)
      return refuse(verdict.refused, { code: 'UNAUTHENTICATED', why: reasons[verdict.refused] }, path)
    const { caller } = verdict
    const method = path.slice(path.lastIndexOf('/') + 1)
    if (mayCall(caller, target, method, () => kindOfActor(actor))) {
      allowed.set(claim, now, true)
      return undefined
    }
    const why = `${caller} is not allowed to call ${method} of ${target} (actor: ${kindOfActor(actor).kind}; see the table of callers)`
    return refuse('not allowed', { code: 'PERMISSION_DENIED', why }, path)
  }
}

const kindOfActor = (actor: string): ActorClaim =>
  actor === '' ? { kind: 'anonymous' } : (JSON.parse(actor) as ActorClaim)
