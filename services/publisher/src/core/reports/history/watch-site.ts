import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import { getSiteStatus } from '../get-site-status.ts'
import type { SiteEvent } from './site-event.ts'
import { SiteObserver } from './site-observer.ts'

/** Maximum missed events to repeat. A reader that missed more gets only the status. */
const maxRepeated = 100

/**
 * `watch` first yields an event for each generation that ended after the position `after`. Then it yields the
 * status, and new events until `end` is called.
 * @throws UNAUTHORIZED, FORBIDDEN or UPSTREAM_UNAVAILABLE
 */
export function watchSite(ports: PublisherPorts) {
  const observer = new SiteObserver(ports)
  const statusOf = getSiteStatus(ports)

  async function* watch(
    actor: Actor,
    after: number | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<SiteEvent, void, undefined> {
    requireAdmin(actor, adminsOnly)
    const { position, events } = await observer.join()
    const end = () => events.end()
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      if (after !== undefined && after < position) yield* missed(after, position)
      const status = await statusOf(actor)
      yield { type: 'status', position, status }
      yield* endOf(status.current?.id, position)
      for (let event = await events.next(); event !== undefined; event = await events.next()) {
        if (event === 'lost')
          yield { type: 'status', position: events.position, status: await statusOf(actor) }
        else yield event
      }
    } finally {
      signal.removeEventListener('abort', end)
      observer.leave(events)
    }
  }

  /** Yields the last event of a generation that the status reports as running after its receipt has ended. */
  async function* endOf(
    running: string | undefined,
    position: number,
  ): AsyncGenerator<SiteEvent, void, undefined> {
    if (running === undefined || position === 0) return
    for (const { position: at, ...receipt } of await ports.receipts.endedAfter(position - 1, 1))
      if (at === position && receipt.generationId === running && receipt.state !== 'planned')
        yield { type: receipt.state, position, receipt }
  }

  async function* missed(after: number, until: number): AsyncGenerator<SiteEvent, void, undefined> {
    const ended = await ports.receipts.endedAfter(after, maxRepeated + 1)
    if (ended.length > maxRepeated) return
    for (const { position, ...receipt } of ended)
      if (position <= until && receipt.state !== 'planned') yield { type: receipt.state, position, receipt }
  }

  return { watch, end: () => observer.close() }
}
