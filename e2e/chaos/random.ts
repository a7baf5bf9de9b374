/** Pseudorandom numbers from a seed, so that a run can be repeated. */

export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number
  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** One of the keys, in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** The generator Mulberry32. Each `branch` of a seed has an independent sequence. */
export function seededRandom(seed: number, branch = 0): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(branch + 1, 0x85ebca6b)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick(list) {
      const picked = list[between(0, list.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    shuffled(list) {
      const left = [...list]
      return list.flatMap(() => left.splice(between(0, left.length - 1), 1))
    },
    weighted(weights) {
      const entries = Object.entries<number>(weights)
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        at -= weight
        if (at < 0) return key as keyof typeof weights
      }
      throw new Error('no weight is above 0')
    },
  }
}
