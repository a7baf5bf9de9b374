/** A large map with other values under some of its keys, made without a copy of it. */

/** Other values that are kept beside a map before all is copied after all. */
const mostPatches = 500

/** `others` has no key that `map` does not have. Neither may be changed afterwards. */
export function patched<K, V>(map: ReadonlyMap<K, V>, others: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const [base, before] = map instanceof PatchedMap ? map.parts() : [map, new Map<K, V>()]
  const patches = new Map([...before, ...others])
  if (patches.size <= mostPatches) return new PatchedMap(base, patches)
  const whole = new Map(base)
  for (const [key, value] of patches) whole.set(key, value)
  return whole
}

class PatchedMap<K, V> implements ReadonlyMap<K, V> {
  readonly #base: ReadonlyMap<K, V>
  readonly #patches: ReadonlyMap<K, V>

  constructor(base: ReadonlyMap<K, V>, patches: ReadonlyMap<K, V>) {
    this.#base = base
    this.#patches = patches
  }

  parts(): [base: ReadonlyMap<K, V>, patches: ReadonlyMap<K, V>] {
    return [this.#base, this.#patches]
  }

  get size(): number {
    return this.#base.size
  }

  get(key: K): V | undefined {
    return this.#patches.has(key) ? this.#patches.get(key) : this.#base.get(key)
  }

  has(key: K): boolean {
    return this.#base.has(key)
  }

  keys(): MapIterator<K> {
    return this.#base.keys()
  }

  *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.#base)
      yield [key, this.#patches.has(key) ? (this.#patches.get(key) as V) : value]
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries()
  }

  forEach(work: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this.entries()) work(value, key, this)
  }
}
