/** Reads the site's event stream as a browser does. */
import type { LoggedIn } from './api.ts'

export interface SiteEvent {
  readonly id?: string | undefined
  readonly name: string
  readonly data: Record<string, unknown>
}

/** Yields the current status, then all later events. */
export async function* siteEvents(
  { url, token }: Pick<LoggedIn, 'url' | 'token'>,
  headers: Record<string, string> = {},
): AsyncGenerator<SiteEvent, void, undefined> {
  const response = await fetch(`${url}/api/static/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const type = response.headers.get('content-type')
  if (!type?.includes('text/event-stream'))
    throw new Error(`expected an event stream, got ${response.status} ${type}`)
  let text = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const value = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const [name, data] = [value('event'), value('data')]
      if (name !== undefined && data !== undefined) yield { id: value('id'), name, data: JSON.parse(data) }
    }
  }
}

/** Reads up to and including the first matching event; returns all events read. */
export async function until(
  events: AsyncGenerator<SiteEvent>,
  matches: (event: SiteEvent) => boolean,
): Promise<readonly [...SiteEvent[], SiteEvent]> {
  const all: SiteEvent[] = []
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (matches(next.value)) return [...all, next.value]
    all.push(next.value)
  }
  throw new Error(`the stream ended after ${all.map(({ name }) => name).join(', ')}`)
}
