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
  // Writes a file that differs from the current release even if the directory already has its bytes, because
  // only written files get new page records.
  files.forEachChange(current, (path) => {
    missing.add(path)
  })
  const shared: string[] = []
  files.forEachChange(present, (path) => {
    if (!missing.has(path)) shared.push(path)
  })
  return { missing, shared, extra: present.pathsMissingIn(files) }
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
