import type { Manifest } from './manifest.ts'

/** Paths that differ between a planned site and a release. */
export interface ChangeSet {
  /** The generation of the compared release; undefined if there is no release. */
  readonly base: string | undefined
  readonly added: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

export function changeSet(base: string | undefined, former: Manifest, planned: Manifest): ChangeSet {
  const added = new Set<string>()
  const changed = new Set<string>()
  planned.forEachChange(former, (path, before) => {
    if (before === undefined) added.add(path)
    else changed.add(path)
  })
  const isRemoving = former.size + added.size > planned.size
  return { base, added, changed, removed: new Set(isRemoving ? former.pathsMissingIn(planned) : []) }
}

export const hasChanges = ({ added, changed, removed }: ChangeSet): boolean =>
  added.size + changed.size + removed.size > 0
