/**
 * Code of sandboxed programs. Node's TypeScript parser would take 18 MiB in each process. So a thread removes
 * the types once per program, and the processes receive the code through their pipe.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { pipeNumber } from './frames.ts'

/** JSON: pairs of the URL of a file and its code. */
export type ProgramSources = string

/** A process that receives this empty list reads its files itself. */
const none: ProgramSources = '[]'

const cache = new Map<string, Promise<ProgramSources>>()
let last: Promise<unknown> = Promise.resolve()

/** Reads the code of a program in advance, so that its first start is faster. */
export const readProgram = (program: string): void => void sourcesOf(program)

export function sourcesOf(program: string): Promise<ProgramSources> {
  const cached = cache.get(program)
  if (cached !== undefined) return cached
  // One thread at a time, because each needs the memory of a parser.
  const sources = last.then(() => readInThread(program))
  last = sources
  cache.set(program, sources)
  return sources
}

async function readInThread(program: string): Promise<ProgramSources> {
  try {
    const file = new URL('./source-thread.ts', import.meta.url)
    const thread = new Worker(file, { workerData: program, execArgv: ['--no-warnings'] })
    const [sources] = await once(thread, 'message')
    return sources as ProgramSources
  } catch {
    // The program itself reports errors of its files when it starts.
    cache.delete(program)
    return none
  }
}

/** The first bytes that a process reads from its pipe: the length of the sources, then the sources. */
export function sourcesFrame(sources: ProgramSources): Buffer {
  const text = Buffer.from(sources)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(text.length)
  return Buffer.concat([head, text])
}

/** A module that a process loads before its program; it reads the code from the pipe. */
export const preload = `data:text/javascript,${encodeURIComponent(`
import { readSync } from 'node:fs'
import { registerHooks } from 'node:module'
function read(length) {
  const bytes = Buffer.allocUnsafe(length)
  for (let at = 0; at < length; ) {
    const count = readSync(${pipeNumber}, bytes, at, length - at, null)
    if (count === 0) process.exit()
    at += count
  }
  return bytes
}
const sources = new Map(JSON.parse(read(read(4).readUInt32LE()).toString()))
registerHooks({
  load(url, context, next) {
    const source = sources.get(url)
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})`)}`
