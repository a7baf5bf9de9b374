import { type Actor, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../errors.ts'
import { getSiteStatus } from '../generations/get-site-status.ts'
import type { PublisherPorts } from '../ports.ts'
import type { SiteEvent } from './site-event.ts'
import { siteObserver } from './site-observer.ts'

/** Ends of generations that are told again to who comes back; where there were more, the status has to do. */
const toldAgain = 100

/**
 * How all stands, then what happens to the site from now on, whichever publisher does it, until the caller goes or `end` is
 * called. Before that, ends of generations behind the position `after`.
 * @throws UNAUTHORIZED, FORBIDDEN, UPSTREAM_UNAVAILABLE
 */
export function watchSite(ports: PublisherPorts) {
  const observer = siteObserver(ports)
  const statusOf = getSiteStatus(ports)

  async function* watch(actor: Actor, after: number | undefined, signal: AbortSignal): AsyncGenerator<SiteEvent, void, undefined> {
    requireAdmin(actor, adminsOnly)
    const { position, events } = await observer.join()
    const end = () => events.end()
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      if (after !== undefined && after < position) yield* missed(after, position)
      yield { type: 'status', position, status: await statusOf(actor) }
      for (let event = await events.next(); event !== undefined; event = await events.next()) {
        if (event === 'lost') yield { type: 'status', position: events.position(), status: await statusOf(actor) }
        else yield event
      }
    } finally {
      signal.removeEventListener('abort', end)
      observer.leave(events)
    }
  }

  async function* missed(after: number, until: number): AsyncGenerator<SiteEvent, void, undefined> {
    const ended = await ports.receipts.endedAfter(after, toldAgain + 1)
    if (ended.length > toldAgain) return
    for (const { position, ...receipt } of ended)
      if (position <= until && receipt.state !== 'planned') yield { type: receipt.state, position, receipt }
  }

  return { watch, end: observer.close }
}
