/** The product as users run it: the standalone system, over HTTP. */
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
  /** Folder of the live site. */
  readonly output: string
  /** Generates everything and waits for its end by an event, because polling would take processor time. */
  generate(): Promise<Generated>
  /** The same; returns the peak memory of the Node processes in MiB, with shared pages counted once. */
  memoryOfGeneration(): Promise<number>
  /** Whether changes are published automatically, the default. Such a site is prepared at start. */
  publishItself(does: boolean): Promise<void>
  /** Waits until nothing is queued or running. */
  idle(): Promise<void>
  /** Waits until the system is idle. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

export async function startProduct(folder: string): Promise<Product> {
  mkdirSync(folder, { recursive: true })
  // The database runs as another user if this one is root.
  chmodSync(folder, 0o711)
  // The same address for all starts: another one would change every page.
  const start = () =>
    startProcess(join(folder, 'data'), {
      RATE_LIMIT_PER_MINUTE: '100000000',
      PUBLIC_SITE_URL: 'http://site.test',
    })
  // Another process may take a port that was free a moment ago.
  const system = await start().catch(start)
  const api = await loggedIn(system.apiUrl, administrator)
  /** While it plans, the process may respond too late on a busy machine. */
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
      // Progress is sent only a few times per second.
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
      for (let calm = 0; calm < idleSeconds; ) {
        const before = used(system.pid)
        await sleep(1_000)
        calm = used(system.pid) - before < idleShare ? calm + 1 : 0
      }
    },
    stop: async () => void (await system.end('SIGTERM')),
  }
}

/** Deletes rendered bodies, so that the next generation starts with data only. */
export function deleteBodies(folder: string): void {
  const bodies = join(folder, 'data/site/.generations/bodies')
  if (existsSync(bodies)) rmSync(bodies, { recursive: true })
}

/** Milliseconds between two measurements of memory, which are slow. */
const memoryMs = 100
/** Consecutive seconds without work. */
const idleSeconds = 3
/** Maximum processor seconds per second of an idle system. */
const idleShare = 0.2

/** Processor seconds so far, including ended processes. */
const used = (root: number): number => tree(root).reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0)

interface Status {
  readonly current: object | null
  readonly last: { readonly state: string; readonly errors: unknown } | null
}

/**
 * Returns the peak MiB since the call. Measuring slows the processes, so no time may be measured meanwhile.
 */
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
