import type { Logger } from '@typecase/runtime/log'
import type { JsMsg } from 'nats'

/** Messages that wait for a free handler. Reports progress, so that the server does not redeliver them. */
export function waitingMessages(ackWaitMs: number, log: Logger) {
  const held = new Set<JsMsg>()
  let arrived: JsMsg[] = []
  let ended = false
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const beat = setInterval(() => {
    for (const message of held) bestEffort(log, () => message.working())
  }, ackWaitMs / 3)

  return {
    add(message: JsMsg): void {
      held.add(message)
      arrived.push(message)
      change()
    },
    /** Waits for a message, then takes all that have arrived. Empty if `end` was called and none is left. */
    async next(): Promise<readonly JsMsg[]> {
      while (arrived.length === 0 && !ended) await changed.promise
      const all = arrived
      arrived = []
      return all
    },
    /** Stops reporting progress for a message whose handler has started. */
    remove(message: JsMsg): void {
      held.delete(message)
      change()
    },
    async shorterThan(count: number): Promise<void> {
      while (held.size >= count && !ended) await changed.promise
    },
    /** Declares that no more messages will arrive; `next` still returns the waiting ones. */
    end(): void {
      ended = true
      clearInterval(beat)
      change()
    },
  }
}

/** Sends a reply whose loss only causes a redelivery. */
export function bestEffort(log: Logger, send: () => void): void {
  try {
    send()
  } catch (error) {
    log.debug({ error }, 'no reply could be sent to the server; the event will be redelivered')
  }
}
