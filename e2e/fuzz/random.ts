/** Pseudorandom choices from a seed. */
export interface Random {
  /** An integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number
  pick<T>(from: readonly T[]): T
  /** True with a probability of `percent`. */
  chance(percent: number): boolean
}

/** The pseudorandom number generator Mulberry32. */
export function random(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    chance: (percent) => next() * 100 < percent,
  }
}

/** An independent generator per request, so that a single request can be reproduced. */
export const randomOf = (seed: number, index: number): Random =>
  random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index + 1, 0xc2b2ae35))
