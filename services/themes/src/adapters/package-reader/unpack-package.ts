import type { UnpackedTheme } from '../../core/ports.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import { isTemplate } from '../../core/themes/template-paths.ts'
import { templateFaults } from './template-syntax.ts'
import { unpackZip } from './unpack-zip.ts'

/** Unpacks a ZIP and checks its templates, right here. What may be hostile is read by `isolatedPackageReader`, which runs this elsewhere. */
export function unpackPackage(zip: Buffer): UnpackedTheme {
  const unpacked = unpackZip(zip, packageLimits)
  const faults = [...unpacked.files].flatMap(([path, bytes]) => (isTemplate(path) ? templateFaults(path, bytes) : []))
  return { ...unpacked, problems: [...unpacked.problems, ...faults] }
}
