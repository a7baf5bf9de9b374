import type { UnpackedTheme } from '../../core/ports.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import { isTemplate } from '../../core/themes/template-paths.ts'
import { readTemplate } from './template-syntax.ts'
import { themeWarnings } from './theme-warnings.ts'
import { unpackZip } from './unpack-zip.ts'

/** Unpacks a ZIP and checks its templates, right here. What may be hostile is read by `isolatedPackageReader`, which runs this elsewhere. */
export function unpackPackage(zip: Buffer): UnpackedTheme {
  const unpacked = unpackZip(zip, packageLimits)
  const read = [...unpacked.files].flatMap(([path, bytes]) =>
    isTemplate(path) ? [[path, readTemplate(path, bytes)] as const] : [],
  )
  const faults = read.flatMap(([, template]) => template.faults)
  const asts = new Map(read.flatMap(([path, { ast }]) => (ast === undefined ? [] : [[path, ast] as const])))
  // Names and calls are known only where everything parses.
  const warnings = unpacked.readable && faults.length === 0 ? warningsOf(unpacked.files, asts) : []
  return { ...unpacked, problems: [...unpacked.problems, ...faults], warnings }
}

/** None of templates that nest so deeply that following them overflows the stack: the trial refuses those. */
function warningsOf(...theme: Parameters<typeof themeWarnings>): ReturnType<typeof themeWarnings> {
  try {
    return themeWarnings(...theme)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
