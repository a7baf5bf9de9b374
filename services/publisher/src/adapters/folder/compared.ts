import type { ChangeSet } from '../../core/pages/change-set.ts'
import type { Manifest } from '../../core/ports.ts'

export interface Compared {
  /** To be written. */
  readonly missing: Set<string>
  /** Of the current release, not yet in the directory. */
  readonly shared: readonly string[]
  /** In the directory, not in the new release. */
  readonly extra: readonly string[]
}

interface Contents {
  /** Files in the directory, which may be an older release. */
  readonly there: Manifest
  readonly current: Manifest
  readonly renew: ReadonlySet<string>
}

/** What a directory lacks of a new release. */
export function compared(files: Manifest, { there, current, renew }: Contents): Compared {
  const missing = new Set(renew)
  const shared: string[] = []
  for (const [path, digest] of files) {
    // Files of older releases are written again, because pages are recorded as of the current one.
    if (current.get(path) !== digest) missing.add(path)
    else if (!missing.has(path) && there.get(path) !== digest) shared.push(path)
  }
  return { missing, shared, extra: [...there.keys()].filter((path) => !files.has(path)) }
}

/** The same for a copy of the current release. */
export const lacking = ({ added, changed, removed }: ChangeSet, renew: ReadonlySet<string>): Compared => ({
  missing: new Set([...renew, ...added, ...changed]),
  shared: [],
  extra: [...removed],
})
