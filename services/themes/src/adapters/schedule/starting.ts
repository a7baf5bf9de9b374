import type { Part } from '@typecase/runtime/lifecycle'

/** A startup task. Parts that depend on it start after it has finished. */
export const starting = (name: string, start: () => Promise<void>): Part => ({
  name,
  start,
  stop: () => Promise.resolve(),
})
