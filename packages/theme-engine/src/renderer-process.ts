import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Reply, SandboxError, type SandboxOptions, startSandbox } from '@typecase/sandbox'
import { type HtmlBuffers, htmlBuffers } from './html-buffers.ts'
import type {
  BatchAnswer,
  BatchMessage,
  SentBatch,
  SentResult,
  SiteMessage,
  ThemeAnswer,
  ThemeMessage,
} from './protocol.ts'
import { empty, wireWriter } from './wire.ts'

export interface RendererProcess {
  /** The site that was sent last. */
  site: object | undefined
  readonly pid: number | undefined
  /** Sends the site to which the next batches belong. */
  sendSite(message: SiteMessage): void
  /** `cpuMs` limits processor time. @throws SandboxError */
  ask(message: ThemeMessage, cpuMs: number): Promise<ThemeAnswer>
  ask(message: BatchMessage, cpuMs: number): Promise<BatchAnswer>
  alive(): boolean
  kill(): void
}

const ownRoot = join(import.meta.dirname, '..')
const bundle = join(
  dirname(realpathSync(createRequire(import.meta.url).resolve('handlebars/package.json'))),
  'dist/handlebars.js',
)

/**
 * MiB of each semi-space. With V8's default, a small heap is collected repeatedly. Twice this value costs two
 * renderers 15 MiB and saves hardly any time.
 */
const youngMemory = 4
/** MiB of the initial heap. V8 would collect a smaller heap completely after every few megabytes. */
const firstMemory = 24
/** MiB outside the heap, for HTML, messages and Node itself. */
const memoryBesideHeap = 512
/** Maximum bytes of HTML and references per batch. */
const maxBatch = 512 * 1024 * 1024
/** Limit in milliseconds of processor time to receive a site. */
const siteLimit = 15_000

/**
 * Maximum UTF-16 units of the references of a page: escaping turns a byte of its HTML into at most five
 * units.
 */
const mostReferences = (bytes: number): number => 5 * bytes + 10

export interface RendererProgram {
  /** The file that calls `serveTemplates`. */
  readonly program: string
  /** Files, and folders as `path/*`, that the program reads besides the engine. */
  readonly readable: readonly string[]
  /** MiB of heap. */
  readonly memory: number
}

/** Options with Node's permission flags; `lockDown` removes at run time what the flags do not cover. */
function rendererOptions({ program, readable, memory }: RendererProgram): SandboxOptions {
  const modules = join(ownRoot, 'node_modules/@typecase/sandbox')
  const engine = [join(ownRoot, 'src/*'), join(ownRoot, 'package.json'), modules, dirname(dirname(bundle))]
  return {
    program,
    args: [bundle],
    readable: [...engine, ...readable],
    codeFromText: true,
    memory: { heap: memory, young: youngMemory, resident: memory + memoryBesideHeap },
    maxAnswer: maxBatch,
    flags: [
      '--disable-proto=delete',
      `--initial-heap-size=${Math.min(memory, firstMemory)}`,
      // One thread for V8's background work, because each thread has its own memory.
      '--v8-pool-size=1',
    ],
  }
}

/** Starts a renderer. The memory for HTML comes from `buffers`. */
export function startRenderer(
  program: RendererProgram,
  buffers: Pick<HtmlBuffers, 'take'> = htmlBuffers(),
): RendererProcess {
  const sandbox = startSandbox({ ...rendererOptions(program), allocate: buffers.take })
  const toWire = wireWriter()

  /** A separate function, so that V8 can free the models of the batch while the caller waits. */
  function asked(message: ThemeMessage | BatchMessage, cpuMs: number): Promise<Reply<unknown>> {
    const wire = toWire(message)
    const reply = sandbox.call(wire, { cpuMs })
    empty(wire)
    return reply
  }

  /** Kills a renderer that throws or breaks the protocol. @throws SandboxError */
  async function checked<T>(reply: Promise<Reply<unknown>>, read: (reply: Reply<unknown>) => T): Promise<T> {
    try {
      return read(await reply)
    } catch (error) {
      sandbox.kill()
      if (error instanceof SandboxError && error.reason !== 'failed') throw error
      throw new SandboxError('ended', `the renderer broke the protocol: ${String(error)}`)
    }
  }

  function ask(message: ThemeMessage, cpuMs: number): Promise<ThemeAnswer>
  function ask(message: BatchMessage, cpuMs: number): Promise<BatchAnswer>
  function ask(message: ThemeMessage | BatchMessage, cpuMs: number): Promise<ThemeAnswer | BatchAnswer> {
    if (message.type === 'theme') return checked(asked(message, cpuMs), ({ answer }) => answer as ThemeAnswer)
    const count = message.pages.length
    return checked(asked(message, cpuMs), (reply) => ({ results: resultsOf(reply, count) }))
  }

  return {
    site: undefined,
    pid: sandbox.pid,
    alive: () => sandbox.alive(),
    kill: () => sandbox.kill(),
    ask,
    sendSite(message) {
      // Ignores errors, because the next batch fails if the renderer is lost.
      checked(sandbox.call(message, { cpuMs: siteLimit }), () => undefined).catch(() => undefined)
    },
  }
}

/** @throws Error if the answer breaks the protocol */
function resultsOf({ answer, bytes }: Reply<unknown>, count: number): readonly SentResult[] {
  const { results } = answer as SentBatch
  if (results.length !== count) throw new Error('pages are missing')
  let end = 0
  const placed = results.map((result): SentResult => {
    if ('error' in result) return result
    const { length, references } = result
    if (!Number.isSafeInteger(length) || length < 0) throw new Error('a page has no length')
    if (typeof references !== 'string' || references.length > mostReferences(length))
      throw new Error('references are missing or too long')
    end += length
    return { html: bytes.subarray(end - length, end), references }
  })
  if (end !== bytes.length) throw new Error('the lengths of the pages do not add up')
  return placed
}
