interface FileDigest {
  readonly path: string
  readonly digest: string
}

/**
 * The digest of each file of a release, by path. Immutable. Manifests with the same paths share them, because
 * those of 100,000 posts need 10 MB, and most edits neither add nor remove a file.
 */
export class Manifest {
  static readonly empty = new Manifest([], [])

  readonly paths: readonly string[]
  /** In the order of `paths`. */
  readonly digests: readonly string[]
  readonly #positions: ReadonlyMap<string, number>

  constructor(paths: readonly string[], digests: readonly string[], positions = positionsOf(paths)) {
    this.paths = paths
    this.digests = digests
    this.#positions = positions
  }

  /** Shares the paths of `former` if they are the same in the same order. */
  static of(files: readonly FileDigest[], former = Manifest.empty): Manifest {
    let isShared = files.length === former.size
    const digests = files.map(({ path, digest }, position) => {
      isShared &&= path === former.paths[position]
      return digest
    })
    if (isShared) return new Manifest(former.paths, digests, former.#positions)
    return new Manifest(
      files.map(({ path }) => path),
      digests,
    )
  }

  static fromEntries(entries: Iterable<readonly [path: string, digest: string]>): Manifest {
    return Manifest.of(Array.from(entries, ([path, digest]) => ({ path, digest })))
  }

  get size(): number {
    return this.paths.length
  }

  has(path: string): boolean {
    return this.#positions.has(path)
  }

  get(path: string): string | undefined {
    const position = this.#positions.get(path)
    return position === undefined ? undefined : this.digests[position]
  }

  positionOf(path: string): number | undefined {
    return this.#positions.get(path)
  }

  forEach(visit: (digest: string, path: string) => void): void {
    this.paths.forEach((path, position) => {
      visit(this.digests[position] ?? '', path)
    })
  }

  /**
   * Visits the files that `other` lacks or has with another digest, `before`. Compares by position if both
   * share their paths, because looking up 100,000 paths takes 50 ms.
   */
  forEachChange(other: Manifest, visit: (path: string, before: string | undefined) => void): void {
    const isShared = this.sharesPathsWith(other)
    this.digests.forEach((digest, position) => {
      if (isShared && digest === other.digests[position]) return
      const path = this.paths[position] ?? ''
      const before = other.get(path)
      if (before !== digest) visit(path, before)
    })
  }

  pathsMissingIn(other: Manifest): readonly string[] {
    return this.sharesPathsWith(other) ? [] : this.paths.filter((path) => !other.has(path))
  }

  without(paths: ReadonlySet<string>): Manifest {
    const isKept = (_: string, position: number) => !paths.has(this.paths[position] ?? '')
    return new Manifest(this.paths.filter(isKept), this.digests.filter(isKept))
  }

  /** True only if both share their paths; false may also mean equal paths that are stored twice. */
  sharesPathsWith(other: Manifest): boolean {
    return this.#positions === other.#positions
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
