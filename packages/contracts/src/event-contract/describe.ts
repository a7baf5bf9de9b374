/** JSON Schemas and one AsyncAPI 3 document, generated from the event catalogue. */

import { z } from 'zod'
import {
  catalogue,
  cloudEvent,
  type EventType,
  natsSubject,
  sourceOf,
  summaries,
  wireType,
} from '../events/index.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export const eventTypes = Object.keys(catalogue).sort() as EventType[]

/** File name of a type's schema and example, without extension: `content.post.created.v1`. */
export const nameOf = (type: EventType): string => wireType(type).replace(/^typecase\./, '')

/** JSON Schema 2020-12 of the whole message, envelope and data. Additional properties are allowed. */
export function messageSchema(type: EventType): JsonObject {
  const message = cloudEvent.extend({
    source: z.literal(sourceOf(type)),
    type: z.literal(wireType(type)),
    data: catalogue[type],
  })
  const schema = z.toJSONSchema(message, {
    target: 'draft-2020-12',
    io: 'input',
    // Only the format belongs to the contract, not the regular expression that zod adds for it.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  }) as JsonObject
  return { ...schema, title: wireType(type), description: summaries[type] }
}

/** Channels, operations and messages; schemas and examples are in separate files. */
export function asyncApi(hasExample: (type: EventType) => boolean): JsonObject {
  const named = (entries: (type: EventType) => JsonObject): JsonObject =>
    Object.fromEntries(eventTypes.map((type) => [nameOf(type), entries(type)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Typecase events',
      version: '1.0.0',
      license: { name: 'Apache-2.0' },
      description:
        'CloudEvents 1.0 in JSON on the NATS JetStream stream TYPECASE. Delivered at least once, in order per entity (`subject`); skip an `id` that was processed before. docs/events.md has example consumers.',
    },
    defaultContentType: 'application/json',
    servers: { nats: { host: 'nats:4222', protocol: 'nats', description: 'JetStream, stream TYPECASE' } },
    channels: named((type) => ({
      address: natsSubject(type),
      messages: { [nameOf(type)]: { $ref: `#/components/messages/${nameOf(type)}` } },
    })),
    operations: named((type) => ({
      action: 'send',
      summary: summaries[type],
      channel: { $ref: `#/channels/${nameOf(type)}` },
      messages: [{ $ref: `#/channels/${nameOf(type)}/messages/${nameOf(type)}` }],
    })),
    components: {
      messages: named((type) => ({
        name: wireType(type),
        title: wireType(type),
        summary: summaries[type],
        contentType: 'application/json',
        payload: {
          schemaFormat: 'application/schema+json;version=draft-2020-12',
          schema: { $ref: `./${nameOf(type)}.schema.json` },
        },
        ...(hasExample(type)
          ? { examples: [{ name: 'recorded', payload: { $ref: `./examples/${nameOf(type)}.json` } }] }
          : {}),
      })),
    },
  }
}
