/** Rights of a sandboxed process. */
import { join } from 'node:path'

export interface SandboxOptions {
  /** A TypeScript file that calls `serve`. */
  readonly program: string
  readonly args?: readonly string[]
  /** Readable files, and folders as `FOLDER/*`. Default: all files that the user of the service can read. */
  readonly readable?: readonly string[]
  /** Allows native addons of Node. */
  readonly addons?: boolean
  /** Allows `eval` and `new Function`. */
  readonly codeFromText?: boolean
  /** Default: an empty environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly memory: MemoryLimits
  /** Further flags of Node that tune V8. */
  readonly flags?: readonly string[]
  /** Maximum bytes of one answer; default 256 MiB. */
  readonly maxAnswer?: number
  /** Allocates the memory for the bytes of an answer. The memory need not be zeroed. */
  readonly allocate?: (length: number) => Uint8Array
}

/** Limits in MiB. */
export interface MemoryLimits {
  /** V8's heap. */
  readonly heap: number
  /** Each semi-space of V8's young generation. That generation never shrinks. V8's default is 16. */
  readonly young?: number
  /** The whole process, native memory included; enforced during calls, on Linux only. */
  readonly resident?: number
}

const ownRoot = join(import.meta.dirname, '..')

/**
 * Node flags that withhold files, processes, threads, native code and the debugger. Node's permissions do not
 * cover SQLite and SIGUSR1, so other flags disable them. Network access and signals to other processes stay
 * possible; an exploit of V8 is not contained.
 */
export function sandboxFlags(options: Omit<SandboxOptions, 'program'>): string[] {
  const { readable, addons = false, codeFromText = false, memory, flags = [] } = options
  const files = readable ? [join(ownRoot, 'src/*'), join(ownRoot, 'package.json'), ...readable] : ['*']
  return [
    '--permission',
    '--no-experimental-sqlite',
    '--disable-sigusr1',
    ...files.map((path) => `--allow-fs-read=${path}`),
    ...(addons ? ['--allow-addons'] : []),
    ...(codeFromText ? [] : ['--disallow-code-generation-from-strings']),
    `--max-old-space-size=${memory.heap}`,
    ...(memory.young === undefined ? [] : [`--max-semi-space-size=${memory.young}`]),
    '--no-warnings',
    ...flags,
  ]
}
