/** What each service does on NATS besides publishing its own events. The permissions of its NATS user follow from it. */
import type { ServiceName } from './callers.ts'

/** The gateway has no connection to NATS. */
export type EventService = Exclude<ServiceName, 'gateway'>

export interface EventUse {
  /** Durable consumers on the stream of events. */
  readonly consumers: readonly string[]
  /** Work queue that the processes of the service share. */
  readonly queue?: string
  /** Brings the settings of the stream up to date. One service is enough, and an update can empty the stream. */
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
