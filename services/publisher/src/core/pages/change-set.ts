import { Manifest } from './manifest.ts'
import type { PlannedFile } from './planned.ts'

/** Paths that differ between a planned site and a release. */
export interface ChangeSet {
  /** The generation of the compared release; undefined if there is no release. */
  readonly base: string | undefined
  readonly added: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

export function changeSet(
  base: string | undefined,
  former: Manifest,
  files: readonly PlannedFile[],
): ChangeSet {
  const added = new Set<string>()
  const changed = new Set<string>()
  // `forEach`, because an iterator allocates an object for each of many files.
  files.forEach(({ path, digest }) => {
    const before = former.get(path)
    if (before === undefined) added.add(path)
    else if (before !== digest) changed.add(path)
  })
  const isRemoving = former.size + added.size > files.length
  const planned = isRemoving ? new Set(files.map(({ path }) => path)) : undefined
  const removed = new Set(planned && former.paths.filter((path) => !planned.has(path)))
  return { base, added, changed, removed }
}

/** The manifest of the planned site. Shares the paths of `former` if only contents changed. */
export function manifestAfter(
  former: Manifest,
  { added, changed, removed }: ChangeSet,
  files: readonly PlannedFile[],
): Manifest {
  if (added.size + removed.size > 0) return Manifest.of(files)
  return former.with(files.filter(({ path }) => changed.has(path)))
}

export const hasChanges = ({ added, changed, removed }: ChangeSet): boolean =>
  added.size + changed.size + removed.size > 0

export const changedPaths = ({ added, changed, removed }: ChangeSet): ReadonlySet<string> =>
  new Set([...added, ...changed, ...removed])
