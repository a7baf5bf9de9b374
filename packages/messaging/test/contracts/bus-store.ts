import type { EventBus } from '../../src/events/index.ts'

/** A broker or database that several buses share. */
export interface BusStore {
  /** Opens a bus as another process would. */
  open(): EventBus
  /** Deletes everything, as when the broker's volume is deleted. */
  wipe(): Promise<void>
  dispose(): Promise<void>
}
