import type { Logger } from '@typecase/runtime/log'
import { counter } from '@typecase/runtime/telemetry'
import type { SecurityLog } from '../../core/security-events.ts'

/**
 * Counts each event. Logs failures at level `warn` and successes at `info`, but no repeated events. The
 * logger adds the request id.
 */
export function securityLog(log: Pick<Logger, 'info' | 'warn'>): SecurityLog {
  const logins = counter('typecase_login_attempts_total', 'Logins by their result', ['result'])
  const others = counter(
    'typecase_security_events_total',
    'Password checks other than logins; changes of accounts and sessions',
    ['event', 'result'],
  )
  return {
    record({ event, result, isRepeated, ...facts }) {
      if (event === 'login') logins.inc({ result })
      else others.inc({ event, result })
      if (isRepeated) return
      const line = { event: `security.${event}`, result, ...facts }
      const text = `security: ${event.replace('_', ' ')}, ${result.replace('_', ' ')}`
      if (result === 'success') log.info(line, text)
      else log.warn(line, text)
    },
  }
}
