import type { Logger } from '@typecase/runtime/log'
import type { JsMsg } from 'nats'

/** Messages that have come and wait for their turn. The server is told that they are not lost. */
export function waitingLine(ackWaitMs: number, log: Logger) {
  const held = new Set<JsMsg>()
  let arrived: JsMsg[] = []
  let ended = false
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const beat = setInterval(() => {
    for (const message of held) attempted(log, () => message.working())
  }, ackWaitMs / 3)

  return {
    add(message: JsMsg): void {
      held.add(message)
      arrived.push(message)
      change()
    },
    /** All that have arrived, as soon as there is one; none once the line has ended. */
    async next(): Promise<readonly JsMsg[]> {
      while (arrived.length === 0 && !ended) await changed.promise
      const all = arrived
      arrived = []
      return all
    },
    /** Its turn has come: from here on others answer for it. */
    leave(message: JsMsg): void {
      held.delete(message)
      change()
    },
    async shorterThan(count: number): Promise<void> {
      while (held.size >= count && !ended) await changed.promise
    },
    /** Nothing more will come; what waits is still given out. */
    end(): void {
      ended = true
      clearInterval(beat)
      change()
    },
  }
}

/** Tells the server something that it may as well not hear: then the message comes again. */
export function attempted(log: Logger, tell: () => void): void {
  try {
    tell()
  } catch (error) {
    log.debug({ error }, 'the server could not be told; the event will come again')
  }
}
