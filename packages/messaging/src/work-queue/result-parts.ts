import type { Msg } from 'nats'
import { maxParts } from './exchange.ts'

/** Maximum incomplete results. If there are more, the oldest is dropped: its worker has probably died. */
const maxIncomplete = 64

/** Joins the parts of results. Ignores a part sent twice; a lost or late part makes its result incomplete. */
export function resultParts() {
  const begun = new Map<string, Uint8Array[]>()
  return {
    part(message: Msg): void {
      const id = message.headers?.get('parcel') ?? ''
      const parts = begun.get(id) ?? []
      if (Number(message.headers?.get('index')) !== parts.length || parts.length >= maxParts) return
      parts.push(message.data)
      begun.set(id, parts)
      const [first] = begun.keys()
      if (begun.size > maxIncomplete && first !== undefined) begun.delete(first)
    },
    /** The whole result; `message` is its last part. Undefined when another part is missing. */
    whole(message: Msg): Uint8Array | undefined {
      const id = message.headers?.get('parcel') ?? ''
      const parts = [...(begun.get(id) ?? []), message.data]
      begun.delete(id)
      return Math.max(1, Number(message.headers?.get('parts'))) === parts.length
        ? Buffer.concat(parts)
        : undefined
    },
  }
}
