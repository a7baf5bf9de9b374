import { afterEach, beforeEach } from 'vitest'
import type { EventBus } from '../../src/events/index.ts'

/** A broker or database that several buses share. */
export interface BusStore {
  /** Opens another bus, as another process would. */
  open(): EventBus
  /** Deletes everything, like a loss of the broker's volume. */
  wipe(): Promise<void>
  dispose(): Promise<void>
}

/** A store for each test, with the buses opened on it; all are closed after the test. */
export function busesOfEachTest(openStore: () => Promise<BusStore>) {
  let store: BusStore
  let opened: EventBus[]

  beforeEach(async () => {
    store = await openStore()
    opened = []
  })

  afterEach(async () => {
    await Promise.all(opened.map((bus) => bus.close()))
    await store.dispose()
  })
  return {
    open: (): EventBus => {
      const bus = store.open()
      opened.push(bus)
      return bus
    },
    store: () => store,
  }
}
