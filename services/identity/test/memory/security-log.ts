import type { SecurityEvent, SecurityLog } from '../../src/core/security-events.ts'

export interface MemorySecurityLog extends SecurityLog {
  /** Recorded events except repeated ones, oldest first. */
  events(): readonly SecurityEvent[]
}

export function memorySecurityLog(): MemorySecurityLog {
  const events: SecurityEvent[] = []
  return {
    record: ({ isRepeated, ...event }) => {
      if (!isRepeated) events.push(event)
    },
    events: () => events,
  }
}
