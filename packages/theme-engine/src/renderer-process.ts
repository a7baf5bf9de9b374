/** One renderer process, begun when it is needed. */
import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { limitTime, withoutRights } from '@typecase/runtime/limited-process'
import { startProgram } from '@typecase/runtime/programs'
import { type HtmlBuffers, htmlBuffers } from './html-buffers.ts'
import { checkedLength, htmlPipe, htmlReader } from './html-pipe.ts'
import type {
  FromRenderer,
  FromRendererOnTheWire,
  SentOnTheWire,
  SentResult,
  ToRenderer,
} from './protocol.ts'
import { empty, wireWriter } from './wire.ts'

/** Why no answer came. */
export class RendererLost extends Error {
  readonly reason: 'time' | 'died'
  constructor(reason: 'time' | 'died') {
    super(reason === 'time' ? 'The renderer did not answer in time' : 'The renderer process died')
    this.reason = reason
  }
}

export interface RendererProcess {
  /** What it was told last. */
  site: object | undefined
  readonly pid: number | undefined
  tell(message: ToRenderer): void
  /**
   * The answer to that message. A process that used up `limitMs` of processor time without one, or ten times that on the
   * clock, is killed. @throws RendererLost
   */
  ask<T extends FromRenderer['type']>(
    message: ToRenderer & { type: T; id: number },
    limitMs: number,
  ): Promise<Extract<FromRenderer, { type: T }>>
  alive(): boolean
  kill(): void
}

const ownRoot = join(import.meta.dirname, '..')
const bundle = join(
  dirname(realpathSync(createRequire(import.meta.url).resolve('handlebars/package.json'))),
  'dist/handlebars.js',
)

/**
 * Mebibytes of each half of the young generation. Left to itself it takes so much beside a small heap that the whole heap is
 * collected again and again. With twice as much two renderers take 15 MiB more, and hardly less time.
 */
const youngMemory = 4
/** Mebibytes with which the heap begins. Else V8 collects all of it with every few megabytes that a small heap grows. */
const firstMemory = 24

/** UTF-16 units of what a page of so many bytes refers to: signs of it are written as entities, of five signs at most. */
const mostReferences = (bytes: number): number => 5 * bytes + 10

export interface RendererProgram {
  /** The file that calls `serveTemplates`. */
  readonly program: string
  /** Code that it reads besides: files and folders, these with `/*`. */
  readonly readable: readonly string[]
  /** Mebibytes of heap. */
  readonly memory: number
}

/** What a renderer process may do: read its own code, nothing else. What it never needs is taken from it when it runs (`lockDown`). */
export function rendererFlags({ readable, memory }: Omit<RendererProgram, 'program'>): string[] {
  const engine = [join(ownRoot, 'src/*'), join(ownRoot, 'package.json'), dirname(dirname(bundle))]
  return [
    ...withoutRights,
    ...[...engine, ...readable].map((path) => `--allow-fs-read=${path}`),
    '--no-warnings',
    '--disable-proto=delete',
    `--max-old-space-size=${memory}`,
    `--initial-heap-size=${Math.min(memory, firstMemory)}`,
    `--max-semi-space-size=${youngMemory}`,
    // One that collects and compiles beside it: each has memory of its own.
    '--v8-pool-size=1',
  ]
}

/** `buffers` are those that the HTML comes in. */
export function startRenderer(
  { program, readable, memory }: RendererProgram,
  buffers: HtmlBuffers = htmlBuffers(),
): RendererProcess {
  const child: ChildProcess = startProgram(program, [bundle], {
    env: {},
    cwd: dirname(program),
    execArgv: rendererFlags({ readable, memory }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
  })
  const waiting = new Map<
    number,
    { count: number; resolve(message: FromRenderer): void; reject(error: Error): void }
  >()
  const toWire = wireWriter()
  // There is none where the process could not be started, which it tells.
  const pipe = child.stdio?.[htmlPipe] as Socket | undefined
  const pages = htmlReader(pipe ?? Readable.from([]), buffers)
  let dead = false
  const bury = (error: Error) => {
    dead = true
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    child.kill('SIGKILL')
  }
  async function whole(message: FromRendererOnTheWire): Promise<FromRenderer> {
    if (message.type !== 'batch') return message
    const { type, id, results } = message
    const html = await pages.next(
      results.reduce((sum, result) => sum + ('fault' in result ? 0 : checkedLength(result.length)), 0),
    )
    let end = 0
    const placed = (result: SentOnTheWire): SentResult => {
      if ('fault' in result) return result
      if (typeof result.references !== 'string' || result.references.length > mostReferences(result.length))
        throw new Error('references are a text, which stands in the page')
      end += result.length
      return { html: html.subarray(end - result.length, end), references: result.references }
    }
    return { type, id, results: results.map(placed) }
  }

  /** Waits for the answer of that number, without what is asked: of a batch that is much, and the child will have it. */
  async function answered(id: number, count: number, limitMs: number): Promise<FromRenderer> {
    child.channel?.ref()
    const done = limitTime(child.pid, limitMs, () => bury(new RendererLost('time')))
    try {
      return await new Promise<FromRenderer>((resolve, reject) => {
        waiting.set(id, { count, resolve, reject })
      })
    } finally {
      done()
      if (waiting.size === 0 && !dead) child.channel?.unref()
    }
  }

  child.on('message', async (message: FromRendererOnTheWire) => {
    try {
      // Read in any case: what comes next may count on it.
      const read = await whole(message)
      const asker = waiting.get(message.id)
      if (asker && read.type === 'batch' && read.results.length !== asker.count)
        throw new Error('pages are missing')
      asker?.resolve(read)
      waiting.delete(message.id)
    } catch {
      // What is no answer comes from no renderer as it was started.
      bury(new RendererLost('died'))
    }
  })
  // What is still to come would be waited for until the limit is over.
  for (const end of ['error', 'close']) pipe?.on(end, () => bury(new RendererLost('died')))
  child.on('error', () => bury(new RendererLost('died')))
  child.on('exit', () => bury(new RendererLost('died')))
  // Idle renderers never keep the publisher alive.
  child.unref()
  child.channel?.unref()
  pipe?.unref()
  return {
    site: undefined,
    pid: child.pid,
    alive: () => !dead,
    tell: (message) => {
      if (!dead) child.send(toWire(message))
    },
    async ask(message, limitMs) {
      if (dead) throw new RendererLost('died')
      const wire = toWire(message)
      const answer = answered(message.id, 'pages' in message ? message.pages.length : 0, limitMs)
      try {
        child.send(wire, (error) => error && bury(new RendererLost('died')))
        empty(wire)
      } catch {
        // There may be no memory left to send it.
        bury(new RendererLost('died'))
      }
      return answer as Promise<never>
    },
    kill: () => bury(new RendererLost('died')),
  }
}
