/** Wires the check of a theme without the service. The result is the same as for an upload. */
import { readFileSync, statSync } from 'node:fs'
import type { Logger } from '@typecase/runtime/log'
import { zipFolder } from './adapters/folders/zip-folder.ts'
import { isolatedPackageReader } from './adapters/package-reader/isolated-package-reader.ts'
import { isolatedTrial } from './adapters/trial/isolated-trial.ts'
import { type CheckedTheme, checkTheme } from './core/themes/check-theme.ts'

export type { CheckedTheme } from './core/themes/check-theme.ts'
export type { ThemeError } from './core/themes/theme-error.ts'

/** Checks the theme in a folder or a ZIP. @throws Error of the file system if neither exists */
export function composeThemeCheck(log: Logger): (path: string) => Promise<CheckedTheme> {
  const check = checkTheme({ packages: isolatedPackageReader(log), trial: isolatedTrial() })
  return async (path) => check(statSync(path).isDirectory() ? zipFolder(path) : readFileSync(path))
}
