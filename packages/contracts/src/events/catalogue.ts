import type { z } from 'zod'
import { parseUntrusted } from '../parse-untrusted.ts'
import { contentEvents } from './content-events.ts'
import { type CloudEvent, cloudEvent } from './envelope.ts'
import { identityEvents } from './identity-events.ts'
import { mediaEvents } from './media-events.ts'
import { publisherEvents } from './publisher-events.ts'
import { themesEvents } from './themes-events.ts'

/** Every event by `<service>.<entity>.<past tense>`, with the schema of its data. */
export const catalogue = {
  ...contentEvents,
  ...identityEvents,
  ...mediaEvents,
  ...themesEvents,
  ...publisherEvents,
} as const

export type EventType = keyof typeof catalogue
export type EventData<T extends EventType> = z.infer<(typeof catalogue)[T]>

/** A validated event; `type` is the key of the catalogue, not the wire type. */
export type TypedEvent<T extends EventType = EventType> = {
  [K in T]: Omit<CloudEvent, 'type' | 'data'> & { readonly type: K; readonly data: EventData<K> }
}[T]

const version = 'v1'

/** CloudEvents type: `typecase.content.post.created.v1`. */
export const wireType = (type: EventType): string => `typecase.${type}.${version}`

/** NATS subject: `typecase.content.post.created`. */
export const natsSubject = (type: EventType): string => `typecase.${type}`

/** CloudEvents source: the service that records the event. */
export const sourceOf = (type: EventType): string => `/typecase/${type.slice(0, type.indexOf('.'))}`

export class UnknownEvent extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'UnknownEvent'
  }
}

/** @throws UnknownEvent for an unknown type or version, or data that violates the schema */
export function parseEvent(raw: unknown): TypedEvent {
  const envelope = parseUntrusted(cloudEvent, raw)
  if (!envelope.success)
    throw new UnknownEvent(
      `not a CloudEvent: ${envelope.error.issues[0]?.path.join('.')} ${envelope.error.issues[0]?.message}`,
    )
  const type = envelope.data.type.replace(/^typecase\./, '').replace(/\.v\d+$/, '')
  if (!isEventType(type) || wireType(type) !== envelope.data.type)
    throw new UnknownEvent(`unknown type ${envelope.data.type}`)
  const data = parseUntrusted(catalogue[type], envelope.data.data)
  if (!data.success)
    throw new UnknownEvent(
      `${type}: data.${data.error.issues[0]?.path.join('.')} ${data.error.issues[0]?.message}`,
    )
  return { ...envelope.data, type, data: data.data } as TypedEvent
}

export const isEventType = (type: string): type is EventType => Object.hasOwn(catalogue, type)
