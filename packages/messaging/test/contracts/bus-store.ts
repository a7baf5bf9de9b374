import type { EventBus } from '../../src/events/index.ts'

/** One store of events: what a broker or a database is to several processes. */
export interface BusStore {
  /** A bus as one process has it. */
  open(): EventBus
  /** Loses everything, as a broker does whose volume was deleted. */
  wipe(): Promise<void>
  dispose(): Promise<void>
}
