/**
 * Programs of ours in processes of their own. Node takes the types out of TypeScript in each process anew, with a parser of 18 MiB that
 * stays: here that is done once, for all processes of a program, in a thread that goes away; they get their code through a pipe.
 */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { ProgramSources } from './source-thread.ts'

export interface ProgramOptions extends Pick<ForkOptions, 'cwd' | 'serialization'> {
  /** Flags of Node. */
  readonly execArgv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** What the process has for input and output, the channel to this one, and pipes. */
  readonly stdio: readonly ['ignore', 'ignore' | 'inherit', 'ignore' | 'inherit', 'ipc', ...'pipe'[]]
}

/** What a process does before its program: it takes code from the pipe where it is there, and from files where not. */
const preload = (sourcePipe: number) => `
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const sources = new Map(JSON.parse(readFileSync(${sourcePipe}, 'utf8')))
registerHooks({
  load(url, context, next) {
    const source = sources.get(url)
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})`

/** Starts the TypeScript file as `fork` does. What goes wrong is told as `fork` tells it. */
export function startProgram(file: string, args: readonly string[], options: ProgramOptions): ChildProcess {
  const sourcePipe = options.stdio.length
  const child = fork(file, args, {
    ...options,
    execArgv: [
      ...options.execArgv,
      '--import',
      `data:text/javascript,${encodeURIComponent(preload(sourcePipe))}`,
    ],
    stdio: [...options.stdio, 'pipe'],
  })
  endWithParent(child)
  // There is none where the process could not be started, which it tells.
  const pipe = child.stdio?.[sourcePipe] as Socket | undefined
  if (!pipe) return child
  // A process that ends before it has read tells so itself.
  pipe.on('error', () => undefined)
  // Whether this process stays is for those to say who wait for an answer.
  pipe.unref()
  void sourcesOf(file).then((sources) => pipe.end(sources))
  return child
}

const running = new Set<ChildProcess>()

/** A program that computes does not notice that its channel is closed: it would go on, without end in a loop. */
function endWithParent(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', killRunning)
  running.add(child)
  const remove = () => {
    running.delete(child)
    if (running.size === 0) process.off('exit', killRunning)
  }
  child.once('exit', remove).once('error', remove)
}

function killRunning(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Reads the code of a program that is going to be started, so that its first start need not. */
export const readProgram = (file: string): void => void sourcesOf(file)

/** Where there is none the process reads its files itself. */
const none: ProgramSources = '[]'

/** Milliseconds that the thread waits for another program: they are often begun together. */
const idleMs = 2_000

const known = new Map<string, Promise<ProgramSources>>()
let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
const waiting = new Map<string, (sources: ProgramSources) => void>()

async function sourcesOf(file: string): Promise<ProgramSources> {
  try {
    const found = known.get(file) ?? asked(file)
    known.set(file, found)
    return await found
  } catch {
    // There can be no thread now.
    return none
  }
}

function asked(file: string): Promise<ProgramSources> {
  clearTimeout(idle)
  thread ??= started()
  const { promise, resolve } = Promise.withResolvers<ProgramSources>()
  waiting.set(file, resolve)
  thread.ref()
  thread.postMessage(file)
  return promise
}

function started(): Worker {
  const fresh = new Worker(new URL('./source-thread.ts', import.meta.url), { execArgv: ['--no-warnings'] })
  fresh.on('message', ({ file, sources }: { file: string; sources: ProgramSources }) => {
    waiting.get(file)?.(sources)
    waiting.delete(file)
    if (waiting.size > 0) return
    fresh.unref()
    idle = setTimeout(() => void fresh.terminate(), idleMs).unref()
  })
  // Processes that get nothing read their files themselves.
  fresh.on('error', () => undefined)
  fresh.on('exit', () => {
    if (thread === fresh) thread = undefined
    for (const [file, resolve] of waiting) {
      known.delete(file)
      resolve(none)
    }
    waiting.clear()
  })
  return fresh
}
