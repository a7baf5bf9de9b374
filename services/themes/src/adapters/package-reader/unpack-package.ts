import type { UnpackedTheme } from '../../core/ports.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import { isTemplate } from '../../core/themes/template-paths.ts'
import { readTemplate } from './template-syntax.ts'
import { themeWarnings } from './theme-warnings.ts'
import { unpackZip } from './unpack-zip.ts'

/**
 * Unpacks a ZIP and checks its templates in this process. Use `isolatedPackageReader` for untrusted packages.
 */
export function unpackPackage(zip: Buffer): UnpackedTheme {
  const unpacked = unpackZip(zip, packageLimits)
  const read = [...unpacked.files].flatMap(([path, bytes]) =>
    isTemplate(path) ? [[path, readTemplate(path, bytes)] as const] : [],
  )
  const errors = read.flatMap(([, template]) => template.errors)
  const asts = new Map(read.flatMap(([path, { ast }]) => (ast === undefined ? [] : [[path, ast] as const])))
  // Names and calls can be checked only if all templates parse.
  const warnings = unpacked.readable && errors.length === 0 ? warningsOf(unpacked.files, asts) : []
  return { ...unpacked, problems: [...unpacked.problems, ...errors], warnings }
}

/**
 * Returns no warnings if deep nesting overflows the stack. The trial, which renders sample pages, rejects
 * such templates anyway.
 */
function warningsOf(...theme: Parameters<typeof themeWarnings>): ReturnType<typeof themeWarnings> {
  try {
    return themeWarnings(...theme)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
