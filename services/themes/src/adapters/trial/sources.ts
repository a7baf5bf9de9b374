import { isTemplate, isTranslation } from '../../core/themes/template-paths.ts'

export interface TrialFiles {
  readonly sources: readonly (readonly [path: string, text: string])[]
  readonly assets: readonly string[]
}

/** The files of a theme that are loaded to generate a site. */
export function trialFiles(files: ReadonlyMap<string, Uint8Array>): TrialFiles {
  const paths = [...files.keys()].sort()
  return {
    sources: paths
      .filter((path) => isTemplate(path) || isTranslation(path))
      .map((path) => [path, Buffer.from(files.get(path) ?? []).toString('utf8')] as const),
    assets: paths.filter((path) => path.startsWith('assets/')),
  }
}
