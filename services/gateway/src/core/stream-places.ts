/** How many streams a user may hold open here at a time. */
import { tooManyStreams } from './errors.ts'

export interface StreamPlaces {
  /** Takes a place; what it answers gives it back, once. @throws TOO_MANY_STREAMS */
  take(userId: string): () => void
}

export function streamPlaces(most: number): StreamPlaces {
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
