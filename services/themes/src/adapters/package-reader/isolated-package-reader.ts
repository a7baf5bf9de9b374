import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitTime, withoutRights } from '@typecase/runtime/limited-process'
import type { Logger } from '@typecase/runtime/log'
import type { PackageReader, UnpackedTheme } from '../../core/ports.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import { packageTurns, type TurnLimits } from '../../core/turns.ts'
import { fromFrames, readyMark } from './framing.ts'

/**
 * Reads each package in a process of its own that has no environment, may read nothing but program code, and is killed when it takes
 * too long, too much memory, or says too much.
 */
export function isolatedPackageReader(log: Logger, limits?: TurnLimits): PackageReader {
  const inTurn = packageTurns(limits)
  return { read: (zip) => inTurn(() => readInChild(zip, log)) }
}

const program = fileURLToPath(new URL('./unpack.ts', import.meta.url))
const sources = fileURLToPath(new URL('../../', import.meta.url))
// A folder of packages may be a link: rights are asked for the place where a file really is.
const ownPackages = ['@typecase/theme-engine', '@typecase/kernel'].map((name) =>
  dirname(dirname(realpathSync(fileURLToPath(import.meta.resolve(name))))),
)
const packages = (createRequire(import.meta.url).resolve.paths('adm-zip') ?? [])
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => [folder, realpathSync(folder)])

/** What the reading process is started with: code may be read, nothing else may be done. */
export const readerRights: readonly string[] = [
  ...withoutRights,
  ...[sources, ...ownPackages, ...packages].map((folder) => `--allow-fs-read=${folder}`),
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=256',
  '--no-warnings',
]

/** The header comes on top of the contents. */
const maxOutput = packageLimits.unpacked + 16 * 1024 * 1024

/** Milliseconds for the process to be there; a busy machine is no fault of a package. */
const startLimit = 20_000

/** @throws Error when the process could not be started: that says nothing about the package. */
function readInChild(zip: Uint8Array, log: Logger): Promise<UnpackedTheme> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...readerRights, program], {
      env: {},
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    let size = 0
    let complaint = ''
    let killedFor: string | undefined
    const isThere = () => size >= readyMark.length
    const kill = (why: string) => {
      killedFor ??= why
      child.kill('SIGKILL')
    }
    const starting = setTimeout(() => kill('could not be looked at'), startLimit)
    let endLimit = () => clearTimeout(starting)
    child.stdout.on('data', (chunk: Buffer) => {
      const wasThere = isThere()
      size += chunk.length
      output.push(chunk)
      if (size > maxOutput) kill('holds too much')
      if (wasThere || !isThere()) return
      endLimit()
      const tooLong = `takes longer than ${packageLimits.milliseconds / 1000} s to read`
      endLimit = limitTime(child.pid, packageLimits.milliseconds, () => kill(tooLong))
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk}`.slice(-4000)
    })
    child.once('error', (error) => {
      endLimit()
      reject(error)
    })
    child.once('close', (code, signal) => {
      endLimit()
      if (code === 0) resolve(fromFrames(Buffer.concat(output).subarray(readyMark.length)))
      else if (!isThere())
        reject(new Error(`the reader of packages did not start (${code ?? signal}): ${complaint}`))
      else {
        log.warn({ code, signal, killedFor, complaint }, 'a package could not be read')
        resolve(refused(killedFor ?? 'cannot be read within the limits'))
      }
    })
    // The child may end before it has read everything; its end says why.
    child.stdin.on('error', () => undefined)
    child.stdin.end(zip)
  })
}

const refused = (why: string): UnpackedTheme => ({
  readable: false,
  files: new Map(),
  folders: new Set(),
  problems: [{ path: '', message: `the package ${why}` }],
  warnings: [],
})
