/** The call context as gRPC metadata. */
import { Metadata } from '@grpc/grpc-js'
import { type Actor, anonymous } from '@typecase/kernel'
import { z } from 'zod'
import { type CallContext, childTraceparent, isTraceparent, newContext } from '../context/index.ts'

const actorForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous') }),
  z.object({ kind: z.literal('service'), name: z.string() }),
  z.object({ kind: z.literal('user'), id: z.string(), username: z.string(), role: z.enum(['admin', 'editor']), sessionId: z.string() }),
])

export function toMetadata(context: CallContext, actor: Actor): Metadata {
  const metadata = new Metadata()
  metadata.set('x-request-id', context.requestId)
  metadata.set('traceparent', childTraceparent(context.traceparent))
  // Binary, for a name may one day not be ASCII. Who sends none is anonymous.
  if (actor.kind !== 'anonymous') metadata.set('typecase-actor-bin', Buffer.from(JSON.stringify(actor)))
  return metadata
}

/** What arrives without a context of ours gets a fresh one of the anonymous. */
export function fromMetadata(metadata: Metadata): Pick<CallContext, 'requestId' | 'traceparent' | 'actor'> {
  const requestId = metadata.get('x-request-id')[0]
  const traceparent = metadata.get('traceparent')[0]
  return newContext({
    ...(typeof requestId === 'string' && requestId ? { requestId } : {}),
    ...(typeof traceparent === 'string' && isTraceparent(traceparent) ? { traceparent } : {}),
    actor: actorOf(metadata),
  })
}

function actorOf(metadata: Metadata): Actor {
  const packed = metadata.get('typecase-actor-bin')[0]
  if (!Buffer.isBuffer(packed)) return anonymous
  const parsed = actorForm.safeParse(JSON.parse(packed.toString('utf8')))
  return parsed.success ? parsed.data : anonymous
}
