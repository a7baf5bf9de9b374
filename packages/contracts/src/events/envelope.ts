import { z } from 'zod'

/**
 * CloudEvents 1.0 in JSON. `id` is also the header `Nats-Msg-Id`; consumers skip an `id` that they have
 * applied. `revision` never decreases within a `subject`: consumers skip an event if they have applied a
 * higher revision.
 */
export const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string().startsWith('/typecase/'),
  type: z.string(),
  subject: z.string().min(1),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  traceparent: z.string().optional(),
  revision: z.int().positive(),
  data: z.record(z.string(), z.unknown()),
})
export type CloudEvent = z.infer<typeof cloudEvent>
