/** Finds probable mistakes: misspelt names, missing assets and translations, unused files. */
import { misspeltNames } from '@typecase/theme-engine/name-check'
import type { Program } from '@typecase/theme-engine/template-ast'
import type { ThemeError } from '../../core/themes/theme-error.ts'
import { assetsOfStyles, assetsOfTemplate, missingAsset } from './asset-references.ts'
import { missingTranslations } from './missing-translations.ts'
import { missingBlockPartials, partialCalls, unusedFiles } from './unused-files.ts'

/** Maximum number of warnings. */
const maxWarnings = 100
/** Maximum bytes of a style sheet. Larger ones are not checked. */
const maxStylesheetBytes = 1024 * 1024

/** `asts` are the syntax trees of the templates by path. */
export function themeWarnings(
  files: ReadonlyMap<string, Uint8Array>,
  asts: ReadonlyMap<string, unknown>,
): readonly ThemeError[] {
  const calls = new Map([...asts].map(([path, ast]) => [path, partialCalls(ast)] as const))
  const paths = [...files.keys()].sort()
  const names = misspeltNames(asts as ReadonlyMap<string, Program>).map(({ template, ...warning }) => ({
    path: template,
    ...warning,
  }))
  const warnings = [
    ...names,
    ...missingBlockPartials(new Set(paths), calls),
    ...missingAssets(files, asts),
    ...missingTranslations(files, asts),
    ...unusedFiles(paths, calls),
  ]
  return warnings.slice(0, maxWarnings)
}

function missingAssets(
  files: ReadonlyMap<string, Uint8Array>,
  asts: ReadonlyMap<string, unknown>,
): ThemeError[] {
  const assets = [...files.keys()].filter((path) => path.startsWith('assets/'))
  const warnings: ThemeError[] = []
  const seen = new Set<string>()
  const report = (path: string, references: readonly { readonly path: string; readonly line: number }[]) => {
    for (const { path: asset, line } of references) {
      const key = `${path}\n${asset}`
      if (files.has(asset) || seen.has(key) || warnings.length >= maxWarnings) continue
      seen.add(key)
      warnings.push(missingAsset(path, line, asset, assets))
    }
  }
  for (const [path, ast] of asts) report(path, assetsOfTemplate(ast))
  for (const [path, bytes] of files)
    if (/^assets\/.*\.css$/.test(path) && bytes.length <= maxStylesheetBytes)
      report(path, assetsOfStyles(Buffer.from(bytes).toString(), path))
  return warnings
}
