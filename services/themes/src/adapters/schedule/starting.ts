import type { Part } from '@typecase/runtime/lifecycle'

/** Work that must have been done before the parts above it start. */
export const starting = (name: string, start: () => Promise<void>): Part => ({
  name,
  start,
  stop: () => Promise.resolve(),
})
