/** In which files one generation differs from another, without looking at all files of both. */
import type { Manifest } from '../../core/ports.ts'

export interface ManifestSteps {
  /** The second was made of the first, from which it differs in those paths at most. */
  note(from: Manifest, to: Manifest, paths: Iterable<string>): void
  /** Gives up the lists of files of all that was noted. */
  forget(): void
  /** The paths in which both may differ; undefined where that is not known. */
  between(from: Manifest, to: Manifest): ReadonlySet<string> | undefined
  /** The same for one that is made of the second, from which it differs in those paths. */
  since(from: Manifest, to: Manifest, paths: Iterable<string>): ReadonlySet<string> | undefined
}

/** Steps that are remembered: more than there are generations on a shelf. The lists of files of those that are gone stay as long. */
const mostSteps = 8

export function manifestSteps(): ManifestSteps {
  const steps: { readonly from: Manifest; readonly to: Manifest; readonly paths: readonly string[] }[] = []

  function between(from: Manifest, to: Manifest): Set<string> | undefined {
    const found = new Set<string>()
    let at = to
    for (const step of steps) {
      if (at === from) break
      if (step.to !== at) continue
      for (const path of step.paths) found.add(path)
      at = step.from
    }
    return at === from ? found : undefined
  }

  return {
    between,
    since(from, to, paths) {
      const found = between(from, to)
      if (found) for (const path of paths) found.add(path)
      return found
    },
    forget() {
      steps.length = 0
    },
    note(from, to, paths) {
      steps.unshift({ from, to, paths: [...paths] })
      steps.splice(mostSteps)
    },
  }
}
