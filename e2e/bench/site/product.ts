/** Runs the product as users do: the standalone system, over HTTP. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoggedIn, loggedIn } from '../../api.ts'
import { administrator, startProcess } from '../../process.ts'
import { type SiteEvent, siteEvents } from '../../site-events.ts'
import { cpuSecondsWithEnded, sharedOutMiB, tree } from '../processes.ts'

export interface Generated {
  /** Seconds from the API call until the new site is live. */
  readonly seconds: number
  /** CPU time of all processes of the system during that time, including PostgreSQL, in seconds. */
  readonly cpu: number
}

export interface Product {
  readonly api: LoggedIn
  readonly siteUrl: string
  readonly databaseUrl: string
  /** Folder of the live site. */
  readonly output: string
  /** Runs a full generation and waits for its event, because polling would cost CPU time. */
  generate(): Promise<Generated>
  /**
   * Runs a full generation. Returns the peak memory of its Node processes in MiB. Memory that they share
   * counts once.
   */
  memoryOfGeneration(): Promise<number>
  /**
   * Turns automatic publishing on (the default) or off. If it is on, a starting publisher loads and plans the
   * site before the first generation.
   */
  setAutoPublish(isOn: boolean): Promise<void>
  /** Waits until no generation is running. */
  idle(): Promise<void>
  /** Waits until the system uses almost no CPU time. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

export async function startProduct(folder: string): Promise<Product> {
  mkdirSync(folder, { recursive: true })
  // If root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  // A fixed URL, because a changed URL would change every page.
  const start = () =>
    startProcess(join(folder, 'data'), {
      RATE_LIMIT_PER_MINUTE: '100000000',
      PUBLIC_SITE_URL: 'http://site.test',
    })
  // Retries once, because another process may have taken one of the free ports.
  const system = await start().catch(start)
  const api = await loggedIn(system.apiUrl, administrator)
  /** Retries after 503, because the process may respond too late while it plans the site. */
  const status = async (): Promise<Status> => {
    const { status: code, body, text } = await api.request('GET', '/api/static/status')
    if (code === 503) return status()
    if (code !== 200) throw new Error(`GET /api/static/status returned ${code}: ${text}`)
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
      const first = await events.next()
      const before = used(system.pid)
      const began = Date.now()
      await api.ok('POST', '/api/static/generate')
      const activatedAt = await activation(api, began, { events, id: first.value?.id })
      const seconds = (activatedAt - began) / 1000
      await succeeded()
      return { seconds, cpu: used(system.pid) - before }
    },
    async memoryOfGeneration() {
      await idle()
      const peak = watchMemory(system.pid)
      await api.ok('POST', '/api/static/generate')
      await succeeded()
      return peak()
    },
    async setAutoPublish(isOn) {
      await api.ok('PUT', '/api/settings', { json: { staticAutoPublish: isOn } })
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

/**
 * Time of the first activation since `began`, from its event, because events are sent only a few times per
 * second. Continues a stream that ends early, as browsers do.
 */
async function activation(
  api: LoggedIn,
  began: number,
  stream: { events: AsyncGenerator<SiteEvent, void>; id: string | undefined },
): Promise<number> {
  for (;;) {
    for await (const { id, name, data } of stream.events) {
      if (name === 'failed') throw new Error(`the generation failed: ${JSON.stringify(data)}`)
      const at = Date.parse(String(data.activatedAt))
      if (name === 'activated' && at >= began) return at
      stream.id = id ?? stream.id
    }
    stream.events = siteEvents(api, stream.id ? { 'last-event-id': stream.id } : {})
  }
}

/** Deletes the cache of rendered Markdown bodies, so that the next generation renders all of them. */
export function deleteBodies(folder: string): void {
  const bodies = join(folder, 'data/site/.generations/bodies')
  if (existsSync(bodies)) rmSync(bodies, { recursive: true })
}

/** Milliseconds between memory samples. Not shorter, because a sample is slow. */
const memoryMs = 100
/** Consecutive idle seconds after which the system counts as quiet. */
const idleSeconds = 3
/** Maximum CPU seconds per second of an idle system. */
const idleShare = 0.2

/** CPU seconds so far, including processes that have ended. */
const used = (root: number): number => tree(root).reduce((sum, pid) => sum + cpuSecondsWithEnded(pid), 0)

interface Status {
  readonly current: object | null
  readonly last: { readonly state: string; readonly errors: unknown } | null
}

/**
 * Samples memory until the returned function is called; this function returns the peak in MiB. Sampling slows
 * the processes, so do not measure time during it.
 */
function watchMemory(root: number): () => number {
  let peak = 0
  const sample = () => {
    peak = Math.max(peak, sharedOutMiB(tree(root).filter(isNode)))
  }
  sample()
  const timer = setInterval(sample, memoryMs)
  return () => {
    clearInterval(timer)
    sample()
    return peak
  }
}

function isNode(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}
