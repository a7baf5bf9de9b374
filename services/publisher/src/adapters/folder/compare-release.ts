import type { ChangeSet } from '../../core/pages/change-set.ts'
import type { Manifest } from '../../core/pages/manifest.ts'

/** Work that turns a directory into a new release. */
export interface Difference {
  /** Paths to write. */
  readonly missing: Set<string>
  /** Paths to link from the current release. */
  readonly shared: readonly string[]
  /** Paths to remove from the directory. */
  readonly extra: readonly string[]
}

interface Contents {
  /** Files in the directory, possibly of an older release. */
  readonly present: Manifest
  readonly current: Manifest
  /** Paths to write even if the active release has the same file. */
  readonly renew: ReadonlySet<string>
}

export function compareFiles(files: Manifest, { present, current, renew }: Contents): Difference {
  const missing = new Set(renew)
  const shared: string[] = []
  let kept = 0
  files.forEach((digest, path) => {
    const existing = present.get(path)
    if (existing !== undefined) kept += 1
    // Writes a file that differs from the current release even if the directory already has its bytes,
    // because only written files get new page records.
    if (current.get(path) !== digest) missing.add(path)
    else if (!missing.has(path) && existing !== digest) shared.push(path)
  })
  const extra = kept === present.size ? [] : present.paths.filter((path) => !files.has(path))
  return { missing, shared, extra }
}

/** The difference if the directory equals the current release. */
export const fromChanges = (
  { added, changed, removed }: ChangeSet,
  renew: ReadonlySet<string>,
): Difference => ({
  missing: new Set([...renew, ...added, ...changed]),
  shared: [],
  extra: [...removed],
})
