/** What a folder that holds one site lacks of another. */
import type { Manifest } from '../../core/ports.ts'

export interface Compared {
  /** To be made. */
  readonly missing: Set<string>
  /** Of the current generation, and not yet in the folder. */
  readonly shared: readonly string[]
  /** In the folder, and in this generation no more. */
  readonly extra: readonly string[]
}

/** Looks at all paths, or at those that are known to be all that count. `there` is what the folder holds. */
export function compared(
  files: Manifest,
  {
    there,
    current,
    renew,
  }: { readonly there: Manifest; readonly current: Manifest; readonly renew: ReadonlySet<string> },
  looked?: ReadonlySet<string>,
): Compared {
  const missing = new Set(renew)
  const shared: string[] = []
  for (const path of looked ?? files.keys()) {
    const digest = files.get(path)
    if (digest === undefined) continue
    // What only an older site has is made again: what is recorded of pages is of the current one.
    if (current.get(path) !== digest) missing.add(path)
    else if (!missing.has(path) && there.get(path) !== digest) shared.push(path)
  }
  return {
    missing,
    shared,
    extra: [...(looked ?? there.keys())].filter((path) => there.has(path) && !files.has(path)),
  }
}
