import { z } from 'zod'

/**
 * CloudEvents 1.0 in JSON, as it stands on the stream. `id` is also the `Nats-Msg-Id`: who consumes drops what it has
 * seen. `subject` names the entity, `revision` rises with every event of that entity: an older one never overwrites a
 * newer.
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
