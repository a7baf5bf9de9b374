import type { SiteEvent } from '@typecase/contracts/messages'
import { isAppError } from '@typecase/kernel'
import { streamPlaces } from '../../../core/stream-places.ts'
import { eventStream, eventStreamHeaders, type ServerEvent } from '../event-stream.ts'
import { toGeneration, toSiteStatus } from '../shapes/generation.ts'
import { toReceipt } from '../shapes/receipt.ts'
import { type Call, type Route, route } from '../table.ts'

/** Streams of one user in one gateway. */
const streamsOfUser = 8
/** Milliseconds after which a stream ends; its reader comes back by itself, and to whichever replica there is then. */
const longestMs = 3_600_000

export function siteEventRoutes(): readonly Route[] {
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
        'First `status`, with the shape of GET /api/static/status. Then, of every generation: `started` and, at most four times a second, `progress` (the shape of `current` there); `planned`, and at the end `activated`, `unchanged` or `failed` (the shape of a receipt, with its first 20 changes). `status` and ends have an `id`: who comes back with it in `Last-Event-ID` is told the ends that he missed, up to 100. A comment every 15 seconds shows that the stream lives. It ends when the session does (within 15 seconds), when the server stops, and after an hour. A user may hold 8 streams at a time.',
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
          const body = eventStream({ events, mayGoOn: call.isReady, mayRead: () => isStillAdmin(call), ended })
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
  const events = services.publisher.watchSite(after === undefined ? {} : { after }, options)[Symbol.asyncIterator]()
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
  const data = status ? toSiteStatus(status) : generation ? toGeneration(generation) : receipt ? toReceipt(receipt) : {}
  return { name: type, id: position === undefined ? undefined : String(position), data }
}

/** Identity that can't be asked knows nothing for him: he comes back. */
async function isStillAdmin({ services, session }: Call<unknown, unknown, unknown>): Promise<boolean> {
  try {
    const { user } = await services.identity.verifySession({ token: session.token ?? '' })
    return user?.role === 'admin'
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}
