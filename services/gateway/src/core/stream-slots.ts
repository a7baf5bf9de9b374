/** Limits the open streams per user in this gateway. */
import { tooManyStreams } from './errors.ts'

export interface StreamSlots {
  /**
   * Takes a slot. The returned function releases it; further calls have no effect. @throws TOO_MANY_STREAMS
   */
  take(userId: string): () => void
}

export function streamSlots(most: number): StreamSlots {
  const taken = new Map<string, number>()
  return {
    take(userId) {
      const now = taken.get(userId) ?? 0
      if (now >= most) throw tooManyStreams(most)
      taken.set(userId, now + 1)
      let isBack = false
      return () => {
        if (isBack) return
        isBack = true
        const left = (taken.get(userId) ?? 1) - 1
        if (left > 0) taken.set(userId, left)
        else taken.delete(userId)
      }
    },
  }
}
