import type { Msg } from 'nats'
import { mostParts } from './exchange.ts'

/** Parcels whose last part has not come: those of workers that died are dropped when more begin. */
const mostOpen = 64

/** Joins the parts of results. A part out of order, as one sent twice, makes its parcel incomplete. */
export function parcels() {
  const begun = new Map<string, Uint8Array[]>()
  return {
    part(message: Msg): void {
      const id = message.headers?.get('parcel') ?? ''
      const parts = begun.get(id) ?? []
      if (Number(message.headers?.get('index')) !== parts.length || parts.length >= mostParts) return
      parts.push(message.data)
      begun.set(id, parts)
      const [first] = begun.keys()
      if (begun.size > mostOpen && first !== undefined) begun.delete(first)
    },
    /** The whole, with its last part; undefined when a part is missing. */
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
