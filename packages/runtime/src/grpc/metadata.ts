/** The call context as gRPC metadata. */
import { Metadata } from '@grpc/grpc-js'
import { type Actor, anonymous } from '@typecase/kernel'
import { z } from 'zod'
import { type CallContext, isTraceparent, newContext } from '../context/index.ts'
import type { CallSigner } from '../service-keys/index.ts'

const actorForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anonymous') }),
  z.object({ kind: z.literal('service'), name: z.string() }),
  z.object({
    kind: z.literal('user'),
    id: z.string(),
    username: z.string(),
    role: z.enum(['admin', 'editor']),
    sessionId: z.string(),
  }),
])

const actorKey = 'typecase-actor-bin'
const signatureKey = 'typecase-caller'

/** Metadata of a call to the method `path`; signed if there is a signer. */
export function toMetadata(
  requestId: string,
  traceparent: string,
  actor: Actor,
  path: string,
  sign?: CallSigner,
): Metadata {
  const metadata = new Metadata()
  metadata.set('x-request-id', requestId)
  metadata.set('traceparent', traceparent)
  // Binary, because names may contain non-ASCII characters one day.
  const packed = packedActor(actor)
  if (packed) metadata.set(actorKey, Buffer.from(packed))
  if (sign) metadata.set(signatureKey, sign(path, packed))
  return metadata
}

/** The actor as sent and signed; empty if anonymous. */
export const packedActor = (actor: Actor): string => (actor.kind === 'anonymous' ? '' : JSON.stringify(actor))

/** Returns what the guard checks: the signature, and the actor as received. */
export function claimOf(metadata: Metadata): { readonly signature: unknown; readonly actor: string } {
  const packed = metadata.get(actorKey)[0]
  return {
    signature: metadata.get(signatureKey)[0],
    actor: Buffer.isBuffer(packed) ? packed.toString('utf8') : '',
  }
}

/** Reads the context of a call. Replaces missing or invalid values with those of a new anonymous context. */
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
  const packed = metadata.get(actorKey)[0]
  if (!Buffer.isBuffer(packed)) return anonymous
  const parsed = actorForm.safeParse(JSON.parse(packed.toString('utf8')))
  return parsed.success ? parsed.data : anonymous
}
