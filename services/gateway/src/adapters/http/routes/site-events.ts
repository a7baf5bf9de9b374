import type { SiteEvent } from '@typecase/contracts/messages'
import { isAppError } from '@typecase/kernel'
import type { SessionWatch } from '../../../core/session-watch.ts'
import { streamPlaces } from '../../../core/stream-places.ts'
import { eventStream, eventStreamHeaders, type ServerEvent } from '../event-stream.ts'
import { toGeneration, toSiteStatus } from '../shapes/generation.ts'
import { toReceipt } from '../shapes/receipt.ts'
import { type Call, type Route, route } from '../table.ts'

/** Streams of one user in one gateway. */
const streamsOfUser = 8
/** Milliseconds after which a stream ends; its reader comes back by itself, and to whichever replica there is then. */
const longestMs = 3_600_000

/** Milliseconds for which a stream goes on while identity can't be asked. */
const patienceMs = 15_000
const askWithinMs = 2_000

export function siteEventRoutes(sessions: SessionWatch): readonly Route[] {
  const places = streamPlaces(streamsOfUser)
  return [
    route({
      method: 'GET',
      path: '/api/static/events',
      access: 'admin',
      forbidden: 'Only administrators can generate static sites',
      group: 'Static site',
      summary: 'What happens to the site, as server-sent events',
      description:
        'First `status`, with the shape of GET /api/static/status. Then, of every generation: `started` and, at most four times a second, `progress` (the shape of `current` there); `planned`, and at the end `activated`, `unchanged` or `failed` (the shape of a receipt, with its first 20 changes). `status` and ends have an `id`: who comes back with it in `Last-Event-ID` is told the ends that he missed, up to 100. A comment every 15 seconds shows that the stream lives. It ends within two seconds of the session or of the role, when the server stops, and after an hour. A user may hold 8 streams at a time.',
      streams: true,
      answers: { 200: 'text/event-stream, until it is closed' },
      errors: ['TOO_MANY_STREAMS'],
      async handler(call) {
        const giveBack = places.take(call.session.user?.id ?? '')
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

/** With the first event there: what is refused is refused before the answer begins. */
async function begun(
  { services, siteFiles, request, signal }: Call<unknown, unknown, unknown>,
  over: AbortSignal,
): Promise<AsyncIterator<ServerEvent>> {
  const last = request.headers['last-event-id']
  const after = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
  const options = { deadlineMs: longestMs, signal: AbortSignal.any([signal, over]) }
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
      // Who is told that a site is shown must find it when he looks.
      if (tellsOfSites.has(next.value.type)) siteFiles.forget()
      return { value: toEvent(next.value) }
    },
  }
}

/** Events that may tell of a site which was not shown before. */
const tellsOfSites = new Set(['status', 'activated'])

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

/** A restart of identity ends no stream: what it answered last counts for a while. */
function stillAdmin(
  { services, session }: Call<unknown, unknown, unknown>,
  sessions: SessionWatch,
): () => Promise<boolean> {
  const token = session.token ?? ''
  let confirmedAt = performance.now()
  // Not the signal of this request: other streams of the session wait for the same answer.
  const options = () => ({ deadlineMs: askWithinMs, signal: AbortSignal.timeout(askWithinMs) })
  const ask = async () => (await services.identity.verifySession({ token }, options())).user?.role === 'admin'
  return async () => {
    try {
      const isAdmin = await sessions.mayRead(token, ask)
      confirmedAt = performance.now()
      return isAdmin
    } catch (error) {
      if (!isAppError(error)) throw error
      return error.kind !== 'unauthenticated' && performance.now() - confirmedAt < patienceMs
    }
  }
}
