import type { Ports } from '../ports.ts'
import type { ThemeFault } from './fault.ts'
import { inspectPackage } from './install-package.ts'
import { packageLimits } from './limits.ts'
import { themeNameOf } from './theme-name.ts'

export interface CheckedTheme {
  readonly faults: readonly ThemeFault[]
  /** No reason to refuse the theme. */
  readonly warnings: readonly ThemeFault[]
  /** Of a theme without faults. */
  readonly theme?: { readonly name: string; readonly title: string; readonly version: string }
}

/** Everything that an upload of this package would be refused for, besides what is installed. */
export const checkTheme =
  (ports: Pick<Ports, 'packages' | 'trial'>) =>
  async (zip: Uint8Array): Promise<CheckedTheme> => {
    if (zip.length > packageLimits.packed) return { faults: [tooLarge], warnings: [] }
    const { good, faults, warnings } = await inspectPackage(ports, zip)
    if (!good) return { faults, warnings }
    const { title, version } = good.metadata
    return { faults, warnings, theme: { name: themeNameOf(title), title, version } }
  }

const tooLarge: ThemeFault = {
  path: '',
  message: `the package is larger than ${packageLimits.packed / 1024 / 1024} MiB`,
  hint: 'Leave out what the site does not show, and make pictures smaller.',
}
