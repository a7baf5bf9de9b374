import type { Ports } from '../ports.ts'
import { inspectPackage } from './install-package.ts'
import { packageLimits } from './limits.ts'
import type { ThemeError } from './theme-error.ts'
import { themeNameOf } from './theme-name.ts'

export interface CheckedTheme {
  readonly errors: readonly ThemeError[]
  /** Warnings do not prevent installation. */
  readonly warnings: readonly ThemeError[]
  /** Defined for a theme without errors. */
  readonly theme?: { readonly name: string; readonly title: string; readonly version: string }
}

/** Returns all errors of a package, independent of the installed themes. */
export const checkTheme =
  (ports: Pick<Ports, 'packages' | 'trial'>) =>
  async (zip: Uint8Array): Promise<CheckedTheme> => {
    if (zip.length > packageLimits.packed) return { errors: [tooLarge], warnings: [] }
    const { good, errors, warnings } = await inspectPackage(ports, zip)
    if (!good) return { errors, warnings }
    const { title, version } = good.metadata
    return { errors, warnings, theme: { name: themeNameOf(title), title, version } }
  }

const tooLarge: ThemeError = {
  path: '',
  message: `the package is larger than ${packageLimits.packed / 1024 / 1024} MiB`,
  hint: 'Remove unused files, and reduce the size of images.',
}
