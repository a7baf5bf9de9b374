import type { ChangeSet } from '../../core/pages/change-set.ts'
import type { Manifest } from '../../core/ports.ts'

/** What a directory needs to become a new release. */
export interface Difference {
  /** To be written. */
  readonly missing: Set<string>
  /** Of the current release, not yet in the directory. */
  readonly shared: readonly string[]
  /** In the directory, not in the new release. */
  readonly extra: readonly string[]
}

interface Contents {
  /** Files in the directory, which may be an older release. */
  readonly present: Manifest
  readonly current: Manifest
  readonly renew: ReadonlySet<string>
}

export function compareFiles(files: Manifest, { present, current, renew }: Contents): Difference {
  const missing = new Set(renew)
  const shared: string[] = []
  for (const [path, digest] of files) {
    // Files of older releases are written again, because pages are recorded as of the current one.
    if (current.get(path) !== digest) missing.add(path)
    else if (!missing.has(path) && present.get(path) !== digest) shared.push(path)
  }
  return { missing, shared, extra: [...present.keys()].filter((path) => !files.has(path)) }
}

/** The same for a directory that equals the current release. */
export const fromChanges = (
  { added, changed, removed }: ChangeSet,
  renew: ReadonlySet<string>,
): Difference => ({
  missing: new Set([...renew, ...added, ...changed]),
  shared: [],
  extra: [...removed],
})
