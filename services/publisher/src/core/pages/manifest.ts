import { ChunkedList } from './chunked-list.ts'

interface FileDigest {
  readonly path: string
  readonly digest: string
}

/**
 * The digest of each file of a release, by path. Immutable. Manifests with the same paths share them, because
 * those of 100,000 posts need 10 MB, and most edits neither add nor remove a file.
 */
export class Manifest {
  static readonly empty = Manifest.of([])

  readonly paths: readonly string[]
  /** In the order of `paths`. */
  readonly digests: ChunkedList<string>
  readonly #positions: ReadonlyMap<string, number>

  private constructor(
    paths: readonly string[],
    digests: ChunkedList<string>,
    positions: ReadonlyMap<string, number>,
  ) {
    this.paths = paths
    this.digests = digests
    this.#positions = positions
  }

  static of(files: Iterable<FileDigest>): Manifest {
    return Manifest.fromLists(
      Array.from(files, ({ path }) => path),
      Array.from(files, ({ digest }) => digest),
    )
  }

  /** `digests` are in the order of `paths`. */
  static fromLists(paths: readonly string[], digests: readonly string[]): Manifest {
    return new Manifest(paths, ChunkedList.of(digests), positionsOf(paths))
  }

  static fromEntries(entries: Iterable<readonly [path: string, digest: string]>): Manifest {
    return Manifest.of(Array.from(entries, ([path, digest]) => ({ path, digest })))
  }

  /** The same paths with other digests at these positions. */
  with(digests: ReadonlyMap<number, string>): Manifest {
    return new Manifest(this.paths, this.digests.with(digests), this.#positions)
  }

  get size(): number {
    return this.paths.length
  }

  has(path: string): boolean {
    return this.#positions.has(path)
  }

  get(path: string): string | undefined {
    const position = this.#positions.get(path)
    return position === undefined ? undefined : this.digests.at(position)
  }

  positionOf(path: string): number | undefined {
    return this.#positions.get(path)
  }

  forEach(visit: (digest: string, path: string) => void): void {
    this.digests.forEach((digest, position) => {
      visit(digest, this.paths[position] ?? '')
    })
  }

  /**
   * Visits the files that `other` lacks or has with another digest, `before`. Compares by position if both
   * have the same paths in the same order, because looking up 100,000 paths takes 50 ms.
   */
  forEachChange(other: Manifest, visit: (path: string, before: string | undefined) => void): void {
    const pathAt = (position: number) => this.paths[position] ?? ''
    if (this.#isAlignedWith(other)) {
      this.digests.forEachChange(other.digests, (_, position, before) => visit(pathAt(position), before))
      return
    }
    this.digests.forEach((digest, position) => {
      const before = other.get(pathAt(position))
      if (before !== digest) visit(pathAt(position), before)
    })
  }

  pathsMissingIn(other: Manifest): readonly string[] {
    return this.#isAlignedWith(other) ? [] : this.paths.filter((path) => !other.has(path))
  }

  without(paths: ReadonlySet<string>): Manifest {
    const isKept = (_: string, position: number) => !paths.has(this.paths[position] ?? '')
    return Manifest.fromLists(this.paths.filter(isKept), [...this.digests].filter(isKept))
  }

  /** True only if both share their paths; false may also mean equal paths that are stored twice. */
  sharesPathsWith(other: Manifest): boolean {
    return this.paths === other.paths
  }

  #isAlignedWith(other: Manifest): boolean {
    if (this.sharesPathsWith(other)) return true
    return this.size === other.size && this.paths.every((path, position) => path === other.paths[position])
  }
}

/** Uses `forEach` and `set`, because an iterator or the constructor would allocate an object per path. */
function positionsOf(paths: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  paths.forEach((path, position) => {
    positions.set(path, position)
  })
  return positions
}
