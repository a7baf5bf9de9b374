import type { Part } from '@typecase/runtime/lifecycle'

/** A startup task that must finish before the parts above it start. */
export const starting = (name: string, start: () => Promise<void>): Part => ({
  name,
  start,
  stop: () => Promise.resolve(),
})
