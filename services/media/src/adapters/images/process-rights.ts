/** What a process that reads images may do. */
import { withoutRights } from '@typecase/runtime/limited-process'

/**
 * Flags of Node. Reading is all that it may do, and decoders are native code: no writing, no further process, no worker, no code
 * that was a text.
 */
export const imageProcessFlags: readonly string[] = [
  ...withoutRights,
  '--allow-fs-read=*',
  '--allow-addons',
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=256',
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
]
