/** How each service uses NATS, besides publishing its own events. Its NATS permissions follow from this. */
import type { ServiceName } from './callers.ts'

/** The gateway does not connect to NATS. */
export type EventService = Exclude<ServiceName, 'gateway'>

export interface EventUse {
  /** Durable consumers on the event stream. */
  readonly consumers: readonly string[]
  /** Work queue shared by the processes of the service. */
  readonly queue?: string
  /** True for the only service that may update the stream's settings: an update can purge the stream. */
  readonly updatesStream?: boolean
}

export const eventUse: Readonly<Record<EventService, EventUse>> = {
  identity: { consumers: [] },
  content: { consumers: [], updatesStream: true },
  media: { consumers: ['media', 'media-renditions'] },
  themes: { consumers: [] },
  publisher: { consumers: ['publisher'], queue: 'rendering' },
}

export const eventServices = Object.keys(eventUse) as readonly EventService[]
