/** Items per chunk. The sitemap caches its text by chunk, so `sitemapLimit` must be a multiple of this. */
export const chunkLength = 500

type Chunk<T> = readonly T[]

/**
 * An immutable list. A copy with some other items shares all other chunks: replacing one of 100,000 items
 * copies 700 references, and comparing the two lists reads one chunk.
 */
export class ChunkedList<T> implements Iterable<T> {
  readonly chunks: readonly Chunk<T>[]
  readonly length: number

  private constructor(chunks: readonly Chunk<T>[], length: number) {
    this.chunks = chunks
    this.length = length
  }

  static of<T>(items: readonly T[]): ChunkedList<T> {
    const count = Math.ceil(items.length / chunkLength)
    const chunks = Array.from({ length: count }, (_, number) =>
      items.slice(number * chunkLength, (number + 1) * chunkLength),
    )
    return new ChunkedList(chunks, items.length)
  }

  at(index: number): T | undefined {
    return this.chunks[Math.floor(index / chunkLength)]?.[index % chunkLength]
  }

  /** A copy with other items at these indexes. @throws RangeError for an index outside the list */
  with(items: ReadonlyMap<number, T>): ChunkedList<T> {
    if (items.size === 0) return this
    const copies = new Map<number, T[]>()
    for (const [index, item] of items) {
      const number = Math.floor(index / chunkLength)
      const copy = copies.get(number) ?? this.chunks[number]?.slice()
      if (!copy || !(index % chunkLength in copy)) throw new RangeError(`the list has no item ${index}`)
      copies.set(number, copy)
      copy[index % chunkLength] = item
    }
    return new ChunkedList(
      this.chunks.map((chunk, number) => copies.get(number) ?? chunk),
      this.length,
    )
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (const chunk of this.chunks) yield* chunk
  }

  forEach(visit: (item: T, index: number) => void): void {
    this.chunks.forEach((chunk, number) => {
      chunk.forEach((item, at) => {
        visit(item, number * chunkLength + at)
      })
    })
  }

  /** Visits the items that are not at the same index of `other`. */
  forEachChange(other: ChunkedList<T>, visit: (item: T, index: number, before: T | undefined) => void): void {
    this.chunks.forEach((chunk, number) => {
      const before = other.chunks[number]
      if (chunk === before) return
      chunk.forEach((item, at) => {
        if (item !== before?.[at]) visit(item, number * chunkLength + at, before?.[at])
      })
    })
  }
}
