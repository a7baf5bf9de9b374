import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from '@typecase/runtime/log'
import { type Reply, SandboxError, sandboxPool } from '@typecase/sandbox'
import { tooManyPackages } from '../../core/errors.ts'
import type { PackageReader, UnpackedTheme } from '../../core/ports.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import type { TurnLimits } from '../../core/turns.ts'
import type { UnpackAnswer } from './unpack.ts'

const program = fileURLToPath(new URL('./unpack.ts', import.meta.url))
const sources = fileURLToPath(new URL('../../', import.meta.url))
// Node checks permissions for the real path of a file, and package folders may be symbolic links.
const ownPackages = ['@typecase/theme-engine', '@typecase/kernel'].map((name) =>
  dirname(dirname(realpathSync(fileURLToPath(import.meta.resolve(name))))),
)
const packages = (createRequire(import.meta.url).resolve.paths('adm-zip') ?? [])
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => [folder, realpathSync(folder)])

/** Permissions and limits of the process, which may read only code. Sizes are in MiB. */
export const readerRights = {
  readable: [sources, ...ownPackages, ...packages],
  memory: { heap: 256, resident: 1_024 },
} as const

/** Maximum bytes of a response: files, their names and errors. */
const maxAnswer = packageLimits.unpacked + 16 * 1024 * 1024

/**
 * Reads each package in a separate sandboxed process.
 * @throws TOO_MANY_UPLOADS when too many packages wait, SandboxError when the process cannot start
 */
export function isolatedPackageReader(
  log: Logger,
  { atOnce = 2, mayWait = 20 }: TurnLimits = {},
): PackageReader {
  const pool = sandboxPool({
    ...{ program, ...readerRights, maxAnswer, size: atOnce, usesPerProcess: 1 },
    room: { count: mayWait, refuse: tooManyPackages },
  })
  return {
    async read(zip) {
      try {
        const call = { cpuMs: packageLimits.milliseconds, body: zip }
        return unpackedTheme(await pool.call<UnpackAnswer>(undefined, call))
      } catch (error) {
        if (!(error instanceof SandboxError) || error.reason === 'start') throw error
        log.warn({ why: error.message, reason: error.reason }, 'cannot read a theme package')
        return refused(error.reason)
      }
    },
  }
}

/** Splits the bytes into files. @throws Error unless the announced sizes add up to the number of bytes */
function unpackedTheme({ answer, bytes }: Reply<UnpackAnswer>): UnpackedTheme {
  let end = 0
  const files = answer.files.map(([path, size]) => {
    end += size
    return [path, bytes.subarray(end - size, end)] as const
  })
  if (end !== bytes.length)
    throw new Error('the process that reads packages sent other files than it announced')
  return { ...answer, files: new Map(files) }
}

function refused(reason: SandboxError['reason']): UnpackedTheme {
  const seconds = packageLimits.milliseconds / 1000
  const reasons: Partial<Record<SandboxError['reason'], string>> = {
    time: `takes longer than ${seconds} s to read`,
    output: 'holds too much',
  }
  const why = reasons[reason] ?? 'cannot be read within the limits'
  return {
    ...{ readable: false, files: new Map(), folders: new Set() },
    problems: [{ path: '', message: `the package ${why}` }],
    warnings: [],
  }
}
