import type { SiteEvent } from '@typecase/contracts/messages'
import { isAppError } from '@typecase/kernel'
import type { SessionWatch } from '../../../core/session-watch.ts'
import { streamSlots } from '../../../core/stream-slots.ts'
import { eventStream, eventStreamHeaders, type ServerEvent } from '../event-stream.ts'
import { toGeneration, toSiteStatus } from '../shapes/generation.ts'
import { toReceipt } from '../shapes/receipt.ts'
import { type Call, type Route, route } from '../table.ts'

/** Maximum streams per user and gateway. */
const streamsOfUser = 8
/** Milliseconds after which a stream ends. The client then reconnects, possibly to another replica. */
const maxStreamMs = 3_600_000

/** A stream continues for this many milliseconds while identity is unavailable. */
const maxWaitMs = 15_000
const askWithinMs = 2_000

export function siteEventRoutes(sessions: SessionWatch): readonly Route[] {
  const slots = streamSlots(streamsOfUser)
  return [
    route({
      method: 'GET',
      path: '/api/static/events',
      access: 'admin',
      forbidden: 'Only administrators can generate static sites',
      group: 'Static site',
      summary: 'Watch the site with server-sent events',
      description:
        'First `status`, in the form of GET /api/static/status. Then, for every generation: `started` ' +
        'and, at most four times a second, `progress` (in the form of `current` in that response); ' +
        '`planned`, and at the end `activated`, `unchanged` or `failed` (in the form of a receipt, with ' +
        'its first 20 changes). `status` and the last three have an `id`: a client that reconnects with ' +
        'it in `Last-Event-ID` gets up to 100 missed events. A comment is sent every 15 seconds. The ' +
        'stream ends within two seconds after the session or the administrator role ends, when the ' +
        'server stops, and after an hour. A user may open 8 streams at a time.',
      streams: true,
      answers: { 200: 'text/event-stream, until it is closed' },
      errors: ['TOO_MANY_STREAMS'],
      async handler(call) {
        const giveBack = slots.take(call.session.user?.id ?? '')
        const over = new AbortController()
        const ended = () => {
          over.abort()
          giveBack()
        }
        try {
          const events = await begun(call, over.signal)
          const body = eventStream({
            ...{ events, gone: call.signal, mayGoOn: call.isReady, ended },
            mayRead: stillAdmin(call, sessions),
            onRecheck: sessions.onRecheck,
          })
          return { kind: 'raw', status: 200, headers: eventStreamHeaders, body }
        } catch (error) {
          ended()
          throw error
        }
      },
    }),
  ]
}

/**
 * Requests the events and waits for the first one, so that an error is reported before the response begins.
 */
async function begun(
  { services, siteFiles, request, signal }: Call<unknown, unknown, unknown>,
  over: AbortSignal,
): Promise<AsyncIterator<ServerEvent>> {
  const last = request.headers['last-event-id']
  const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
  const options = { deadlineMs: maxStreamMs, signal: AbortSignal.any([signal, over]) }
  const events = services.publisher
    .watchSite(after === undefined ? {} : { after }, options)
    [Symbol.asyncIterator]()
  const first = await events.next()
  let isFirst = true
  return {
    async next() {
      const next = isFirst ? first : await events.next()
      isFirst = false
      if (next.done) return { done: true, value: undefined }
      // A client that receives this event must get the new site on its next request.
      if (announcingSite.has(next.value.type)) siteFiles.forget()
      return { value: toEvent(next.value) }
    },
  }
}

/** Events after which clients may expect a new site. */
const announcingSite = new Set(['status', 'activated'])

function toEvent({ type, position, status, generation, receipt }: SiteEvent): ServerEvent {
  const data = status
    ? toSiteStatus(status)
    : generation
      ? toGeneration(generation)
      : receipt
        ? toReceipt(receipt)
        : {}
  return { name: type, id: position === undefined ? undefined : String(position), data }
}

/**
 * Checks whether the user is still an administrator. While identity is unavailable, uses its last response
 * for up to 15 s, so that a restart of identity ends no stream.
 */
function stillAdmin(
  { services, session }: Call<unknown, unknown, unknown>,
  sessions: SessionWatch,
): () => Promise<boolean> {
  const token = session.token ?? ''
  let confirmedAt = performance.now()
  // The call does not end with this request, because other streams of the session wait for the same response.
  const options = () => ({ deadlineMs: askWithinMs, signal: AbortSignal.timeout(askWithinMs) })
  const ask = async () => (await services.identity.verifySession({ token }, options())).user?.role === 'admin'
  return async () => {
    try {
      const isAdmin = await sessions.mayRead(token, ask)
      confirmedAt = performance.now()
      return isAdmin
    } catch (error) {
      if (!isAppError(error)) throw error
      return error.kind !== 'unauthenticated' && performance.now() - confirmedAt < maxWaitMs
    }
  }
}
