/** The product as its users have it: the standalone system, asked over HTTP. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoggedIn, loggedIn } from '../../api.ts'
import { administrator, startProcess } from '../../process.ts'
import { siteEvents, until } from '../../site-events.ts'
import { cpuSecondsWithEnded, sharedOutMiB, tree } from '../processes.ts'

export interface Generated {
  /** From the call until visitors see the site. */
  readonly seconds: number
  /** Processor time of all processes of the system meanwhile, PostgreSQL included. */
  readonly cpu: number
}

export interface Product {
  readonly api: LoggedIn
  readonly siteUrl: string
  readonly databaseUrl: string
  /** The folder that visitors see. */
  readonly output: string
  /** Asks for a generation of everything and waits for its end. It is told of it, for asking again and again would take a part of the processors. */
  generate(): Promise<Generated>
  /** The same, for the most memory of the Node processes meanwhile, in MiB, what they share counted once. */
  memoryOfGeneration(): Promise<number>
  /** Whether changes publish themselves, as they do from the beginning. A site that does so is made ready with the start. */
  publishItself(does: boolean): Promise<void>
  /** Waits until nothing is queued or running. */
  idle(): Promise<void>
  /** Waits until no part of the system is at work. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

export async function startProduct(folder: string): Promise<Product> {
  mkdirSync(folder, { recursive: true })
  // The database runs as another user where this one is root.
  chmodSync(folder, 0o711)
  // One address for all starts, as a site has it: with another each page would be another.
  const start = () =>
    startProcess(join(folder, 'data'), {
      RATE_LIMIT_PER_MINUTE: '100000000',
      PUBLIC_SITE_URL: 'http://site.test',
    })
  // Somebody else may take a port that was free a moment ago.
  const system = await start().catch(start)
  const api = await loggedIn(system.apiUrl, administrator)
  /** On a busy machine the process may be too late for its own answer while it plans. */
  const status = async (): Promise<Status> => {
    const { status: code, body, text } = await api.request('GET', '/api/static/status')
    if (code === 503) return status()
    if (code !== 200) throw new Error(`the status of the site answered ${code}: ${text}`)
    return body as unknown as Status
  }
  const idle = async () => {
    for (;;) {
      const { current, last } = await status()
      if (!current) return last
      await sleep(50)
    }
  }
  const succeeded = async () => {
    const last = await idle()
    if (last?.state !== 'succeeded')
      throw new Error(`the generation ${last?.state}: ${JSON.stringify(last?.errors)}`)
  }
  return {
    api,
    siteUrl: system.siteUrl,
    databaseUrl: readFileSync(join(folder, 'data/database-url'), 'utf8').trim(),
    output: join(folder, 'data/site/_site'),
    async generate() {
      await idle()
      const events = siteEvents(api)
      await events.next()
      const before = used(system.pid)
      const began = Date.now()
      await api.ok('POST', '/api/static/generate')
      const ended = (await until(events, ({ name }) => name === 'activated' || name === 'failed')).at(-1)
      // It is told a few times a second only.
      const seconds = (Date.parse(String(ended?.data.activatedAt)) - began) / 1000
      await events.return(undefined)
      await succeeded()
      return { seconds, cpu: used(system.pid) - before }
    },
    async memoryOfGeneration() {
      await idle()
      const most = watchMemory(system.pid)
      await api.ok('POST', '/api/static/generate')
      await succeeded()
      return most()
    },
    async publishItself(does) {
      await api.ok('PUT', '/api/settings', { json: { staticAutoPublish: does } })
      await idle()
    },
    idle: async () => void (await idle()),
    async quiet() {
      for (let calm = 0; calm < calmSeconds; ) {
        const before = used(system.pid)
        await sleep(1_000)
        calm = used(system.pid) - before < restingShare ? calm + 1 : 0
      }
    },
    stop: async () => void (await system.end('SIGTERM')),
  }
}

/** Takes away what the publisher has rendered, so that the next generation begins with nothing but the data. */
export function forgetBodies(folder: string): void {
  const kept = join(folder, 'data/site/.generations/bodies')
  if (existsSync(kept)) rmSync(kept, { recursive: true })
}

/** Milliseconds between two looks at memory, for which Linux walks through all of it. */
const memoryMs = 100
/** Seconds in a row without work. */
const calmSeconds = 3
/** Of one processor. */
const restingShare = 0.2

/** Seconds of processor time so far, that of processes that have ended too: nobody has to watch them meanwhile. */
const used = (root: number): number => tree(root).reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0)

interface Status {
  readonly current: object | null
  readonly last: { readonly state: string; readonly errors: unknown } | null
}

/** Answers the most MiB since it was called. Looking holds the processes up: no time is to be measured meanwhile. */
function watchMemory(root: number): () => number {
  let most = 0
  const look = () => {
    most = Math.max(most, sharedOutMiB(tree(root).filter(isNode)))
  }
  look()
  const timer = setInterval(look, memoryMs)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}

function isNode(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}
