/** NATS use of each service besides publishing its own events. NATS permissions are derived from it. */
import type { ServiceName } from './callers.ts'

/** The gateway does not connect to NATS. */
export type EventService = Exclude<ServiceName, 'gateway'>

export interface EventUse {
  /** Durable consumers on the event stream. */
  readonly consumers: readonly string[]
  /** Work queue shared by the processes of the service. */
  readonly queue?: string
  /** Updates the settings of the stream. Only one service does, because an update can purge the stream. */
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
