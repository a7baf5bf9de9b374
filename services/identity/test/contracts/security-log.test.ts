import { registry } from '@typecase/runtime/telemetry'
import { describe, expect, it } from 'vitest'
import { securityLog } from '../../src/adapters/log/security-log.ts'
import type { SecurityEvent, SecurityLog } from '../../src/core/security-events.ts'
import { memorySecurityLog } from '../memory/security-log.ts'

type Entry = Record<string, unknown>

/** Contract of SecurityLog; `entries` returns the lines that an operator can read. */
function securityLogContract(open: () => { log: SecurityLog; entries(): readonly Entry[] }): void {
  const refusal: SecurityEvent = {
    event: 'login',
    result: 'rate_limited',
    username: 'ada',
    clientAddress: '192.0.2.1',
  }

  it('stores each event with its details, in order', () => {
    const { log, entries } = open()
    log.record(refusal)
    log.record({ event: 'session_ended', result: 'success', userId: 'u1', actorId: 'u1', reason: 'logout' })
    expect(entries()).toMatchObject([
      { result: 'rate_limited', username: 'ada', clientAddress: '192.0.2.1' },
      { result: 'success', userId: 'u1', actorId: 'u1', reason: 'logout' },
    ])
  })

  it('stores no line for a repeated rejection', () => {
    const { log, entries } = open()
    for (const isRepeated of [false, true, true]) log.record({ ...refusal, isRepeated })
    expect(entries()).toHaveLength(1)
  })
}

const logged = () => {
  const lines: Entry[] = []
  const write = (level: string) => (line: unknown, text?: string) =>
    void lines.push({ ...(line as Entry), level, text })
  return { log: securityLog({ info: write('info'), warn: write('warn') }), entries: () => lines }
}

describe('the security log in memory', () =>
  securityLogContract(() => {
    const log = memorySecurityLog()
    return { log, entries: () => log.events().map((event) => ({ ...event })) }
  }))

describe('the security log of the service', () => {
  securityLogContract(logged)

  it('logs failures as warnings and the rest as info, and counts all of them', async () => {
    const count = async (metric: string) =>
      Number(
        new RegExp(`^${metric.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(await registry.metrics())?.[1] ??
          0,
      )
    const locked = 'typecase_login_attempts_total{result="locked"}'
    const claims = 'typecase_security_events_total{event="setup_claim",result="success"}'
    const before = [await count(locked), await count(claims)]
    const { log, entries } = logged()
    log.record({ event: 'login', result: 'locked', username: 'ada' })
    log.record({ event: 'login', result: 'locked', username: 'ada', isRepeated: true })
    log.record({ event: 'setup_claim', result: 'success', userId: 'u1' })
    expect(entries()).toMatchObject([
      { level: 'warn', event: 'security.login', text: 'security: login, locked' },
      { level: 'info', event: 'security.setup_claim', text: 'security: setup claim, success' },
    ])
    expect([await count(locked), await count(claims)]).toEqual([Number(before[0]) + 2, Number(before[1]) + 1])
  })
})
