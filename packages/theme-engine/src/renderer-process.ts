/** A sandboxed process that renders pages. */
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
  /** Sends the site, to which the next batches belong. */
  tell(message: SiteMessage): void
  /** `cpuMs` is processor time. @throws SandboxError */
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
 * MiB of each half of the young generation. V8's default is so large beside a small heap that the whole heap is
 * collected again and again. Twice as much costs two renderers 15 MiB and saves hardly any time.
 */
const youngMemory = 4
/** MiB. From a smaller heap V8 collects all of it with every few megabytes that it grows. */
const firstMemory = 24
/** MiB beside the heap: HTML in UTF-8, messages, and Node itself. */
const memoryBesideHeap = 512
/** Bytes of HTML and references of one batch. */
const maxBatch = 512 * 1024 * 1024
/** Milliseconds in which the process takes over a site. */
const siteLimit = 15_000

/** UTF-16 units of the references of a page. A character of a page is written as an entity of at most five. */
const mostReferences = (bytes: number): number => 5 * bytes + 10

export interface RendererProgram {
  /** The file that calls `serveTemplates`. */
  readonly program: string
  /** Files, and folders with `/*`, that it reads besides the engine. */
  readonly readable: readonly string[]
  /** MiB of heap. */
  readonly memory: number
}

/** A renderer reads its own code and nothing else. `lockDown` removes the rest when it runs. */
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
      // One thread that collects and compiles: each has memory of its own.
      '--v8-pool-size=1',
    ],
  }
}

/** The HTML comes in memory of `buffers`. */
export function startRenderer(
  program: RendererProgram,
  buffers: Pick<HtmlBuffers, 'take'> = htmlBuffers(),
): RendererProcess {
  const sandbox = startSandbox({ ...rendererOptions(program), allocate: buffers.take })
  const toWire = wireWriter()

  /** Does not hold the message while it waits: the models of a batch are large. */
  function asked(message: ThemeMessage | BatchMessage, cpuMs: number): Promise<Reply<unknown>> {
    const wire = toWire(message)
    const reply = sandbox.call(wire, { cpuMs })
    empty(wire)
    return reply
  }

  /** @throws SandboxError; a renderer that breaks the protocol, or throws, is ended */
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
    tell(message) {
      // The batch that follows reports a loss.
      checked(sandbox.call(message, { cpuMs: siteLimit }), () => undefined).catch(() => undefined)
    },
  }
}

/** @throws Error for an answer that no renderer gives */
function resultsOf({ answer, bytes }: Reply<unknown>, count: number): readonly SentResult[] {
  const { results } = answer as SentBatch
  if (results.length !== count) throw new Error('pages are missing')
  let end = 0
  const placed = results.map((result): SentResult => {
    if ('fault' in result) return result
    const { length, references } = result
    if (!Number.isSafeInteger(length) || length < 0) throw new Error('a page has no length')
    if (typeof references !== 'string' || references.length > mostReferences(length))
      throw new Error('references are a text that is part of the page')
    end += length
    return { html: bytes.subarray(end - length, end), references }
  })
  if (end !== bytes.length) throw new Error('the pages have another length')
  return placed
}
