/**
 * Duration and memory of moving a large site with the command line: import, export, import into an empty
 * system, and export again.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buildCli } from '@typecase/cli/build'
import { createReporter, type Entry, writeArchive } from '@typecase/transfer'
import { openSink } from '@typecase/transfer/node'
import { loggedIn } from '../api.ts'
import { administrator, startProcess, temporaryFolder } from '../process.ts'
import { squarePng } from '../scenarios/png.ts'
import { fourKilobytes } from './seed.ts'
import { printTable, round } from './table.ts'

const posts = Number(process.env.BENCH_POSTS ?? 10_000)
/** Number of posts that share an image. */
const postsPerImage = 20
/** Maximum memory of the client in MiB. */
const memoryLimit = 512

export async function measureTransfer(): Promise<void> {
  const folder = temporaryFolder()
  const program = join(folder.path, 'typecase.mjs')
  const file = (name: string) => join(folder.path, name)
  try {
    await buildCli(program)
    await writeArchive(siteEntries(), await openSink(file('source.zip')), createReporter(), {
      source: 'typecase',
    })
    const rows = [
      ...(await onSystem(file('one'), program, [
        ['import archive', file('source.zip')],
        ['import archive', file('source.zip')],
        ['export', file('first.zip')],
      ])),
      ...(await onSystem(file('two'), program, [
        ['import archive', file('first.zip')],
        ['export', file('second.zip')],
      ])),
    ]
    printTable(
      `${posts} posts of 4 KB and ${Math.ceil(posts / postsPerImage)} images (standalone; the client may use ${memoryLimit} MiB)`,
      ['command', 'created', 'unchanged', 's', 'posts/s', 'client peak MiB'],
      rows,
    )
    const isEqual = (await digestOf(file('first.zip'))) === (await digestOf(file('second.zip')))
    console.log(`archives of both systems: ${isEqual ? 'equal byte for byte' : 'DIFFERENT'}\n`)
    if (!isEqual || rows.some(([, , , , , peak]) => Number(peak) > memoryLimit)) process.exitCode = 1
  } finally {
    folder.remove()
  }
}

async function* siteEntries(): AsyncGenerator<Entry> {
  const urlOf = (n: number) => `/images/image-${n}.png`
  for (let n = 0; n * postsPerImage < posts; n++) {
    const name = `image-${n}.png`
    yield {
      kind: 'media',
      media: { file: name, url: urlOf(n), sourceKey: name, originalFilename: name, alt: `Image ${n}` },
      open: async () => Readable.from([squarePng(8 + (n % 100))]),
    }
  }
  for (let n = 0; n < posts; n++) {
    const createdAt = new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString()
    const metadata = {
      ...{ title: `Post ${n}`, slug: `post-${n}`, status: 'published' as const, sourceKey: `bench/${n}` },
      ...{ category: `Category ${n % 20}`, tags: [`Tag ${n % 200}`], createdAt, updatedAt: createdAt },
    }
    const body = `![Image](${urlOf(Math.floor(n / postsPerImage))})\n\n${fourKilobytes}`
    yield { kind: 'item', item: { type: 'post', metadata, body } }
  }
}

type Row = (string | number)[]

async function onSystem(
  dataFolder: string,
  program: string,
  commands: readonly (readonly [command: string, path: string])[],
): Promise<Row[]> {
  const system = await startProcess(dataFolder, { RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'warn' })
  try {
    const { token } = await loggedIn(system.apiUrl, administrator)
    const env = { PATH: process.env.PATH, TYPECASE_URL: system.apiUrl, TYPECASE_TOKEN: token }
    const rows: Row[] = []
    for (const [command, path] of commands) {
      const { seconds, peakMiB, result } = await measure(
        [program, ...command.split(' '), path, '--json'],
        env,
      )
      const { created = '', unchanged = '' } = result
      rows.push([command, created, unchanged, round(seconds, 1), round(posts / seconds), round(peakMiB)])
    }
    return rows
  } finally {
    await system.end('SIGTERM')
  }
}

interface Measurement {
  readonly seconds: number
  readonly peakMiB: number
  readonly result: { readonly created?: number; readonly unchanged?: number }
}

/** Milliseconds between two readings of the peak memory, which the kernel records. */
const sampleEveryMs = 50

async function measure(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Measurement> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let peakMiB = 0
  const sampling = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakOf(child.pid ?? 0))
  }, sampleEveryMs)
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(sampling)
  if (code !== 0) throw new Error(`${args.slice(1).join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, peakMiB, result: JSON.parse(out) }
}

/** Peak resident memory of a process so far in MiB; 0 once it has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
