/**
 * Compares site builds of the product, Hugo and the floor (a minimal generator, see floor.ts). All build the
 * same posts, in one run and in one file system.
 * `SITE_POSTS` sets the numbers of posts, separated by commas; default 10,000. `SITE_FOLDER` sets the folder
 * for all files; default: a file system in memory.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { percentile, printTable, round } from '../table.ts'
import { type CorpusPost, corpus } from './corpus.ts'
import { measureBurst, measureEdits } from './edits.ts'
import { countFiles } from './files.ts'
import { hugo, writeHugoSite } from './hugo.ts'
import { insertPosts, skipPostsInMedia } from './insert.ts'
import { deleteBodies, type Generated, startProduct } from './product.ts'

const run = promisify(execFile)
const rounds = 2
const edits = 50
const firstEdits = 5
const burst = 1_000
/** Posts: with 100,000, Hugo needs more than 13 GiB of memory. */
const hugoAtMost = 50_000
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const parent = process.env.SITE_FOLDER ?? inMemory

interface Timed {
  readonly seconds: number
  readonly cpu: number
}

export async function measureSite(): Promise<void> {
  for (const size of (process.env.SITE_POSTS ?? '10000').split(',').map(Number)) {
    const folder = mkdtempSync(join(parent, 'typecase-bench-'))
    try {
      await compare(folder, corpus(size))
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 })
    }
  }
}

async function compare(folder: string, posts: readonly CorpusPost[]): Promise<void> {
  const [source, data] = [join(folder, 'source'), join(folder, 'product')]
  writeHugoSite(source, posts)
  const tool = posts.length <= hugoAtMost ? await hugo() : undefined
  const product = {
    cold: [] as Generated[],
    unprepared: [] as Generated[],
    warm: [] as Generated[],
    again: [] as Generated[],
  }
  const runs = { floor: [] as Timed[], hugo: [] as Timed[], ...product }
  const { ids, first } = await fill(data, posts)
  // Runs the programs alternately, so that other load on the machine affects all of them.
  for (let n = 0; n < rounds; n++) {
    runs.floor.push(await timed(() => floor(source, join(folder, 'floor'))))
    if (tool) runs.hugo.push(await timed(() => tool.build(source, join(folder, 'hugo'))))
    deleteBodies(data)
    const cold = await startProduct(data)
    runs.cold.push(await cold.generate())
    runs.again.push(await cold.generate())
    await cold.stop()
    const warm = await startProduct(data)
    runs.warm.push(await warm.generate())
    await warm.stop()
    runs.unprepared.push(await unprepared(data))
  }
  const memory = await peakMemory(data)
  const [floorBest, hugoBest, coldBest] = [best(runs.floor), best(runs.hugo), best(runs.cold)]
  const row = (name: string, output: string, { seconds, cpu }: Timed) => [
    name,
    countFiles(output).files,
    round(seconds, 2),
    round(cpu, 2),
    round(seconds / floorBest.seconds, 2),
    tool ? round(hugoBest.seconds / seconds, 2) : '',
    round(seconds / coldBest.seconds, 2),
  ]
  const output = realOutput(data)
  printTable(
    `Full build of ${posts.length} posts, best of ${rounds}, alternating`,
    ['what', 'files', 'seconds', 'CPU s', 'times the floor', 'times as fast as Hugo', 'times uncached'],
    [
      row('floor', join(folder, 'floor'), floorBest),
      ...(tool ? [row(`Hugo ${tool.version}`, join(folder, 'hugo'), hugoBest)] : []),
      row('product, fresh process, no cached bodies', output, coldBest),
      row('product, first build, posts not read by the publisher yet', output, first),
      row('product, fresh process, site not prepared at start', output, best(runs.unprepared)),
      row('product, fresh process, cached bodies', output, best(runs.warm)),
      row('product, next build of the same process', output, best(runs.again)),
    ],
  )
  await printEdits(data, posts, ids, memory)
}

/**
 * Runs a generation in a new process without cached bodies. Turns auto-publish off first, so that the process
 * does not load and plan the site before the generation.
 */
async function unprepared(data: string): Promise<Generated> {
  const before = await startProduct(data)
  await before.setAutoPublish(false)
  await before.stop()
  deleteBodies(data)
  const system = await startProduct(data)
  const generated = await system.generate()
  await system.setAutoPublish(true)
  await system.quiet()
  await system.stop()
  return generated
}

/** Peak memory in MiB of a new process during two generations, the first without cached bodies. */
async function peakMemory(data: string): Promise<number> {
  deleteBodies(data)
  const system = await startProduct(data)
  const generations = [await system.memoryOfGeneration(), await system.memoryOfGeneration()]
  await system.stop()
  return Math.max(...generations)
}

async function printEdits(
  data: string,
  posts: readonly CorpusPost[],
  ids: readonly string[],
  memory: number,
): Promise<void> {
  const system = await startProduct(data)
  await system.generate()
  const all = await measureEdits(system, posts, ids, firstEdits + edits)
  const [first, times] = [all.slice(0, firstEdits), all.slice(firstEdits)]
  const published = await measureBurst(system, burst)
  await system.stop()
  printTable(
    `One edited post of ${posts.length}, from the API response to the page on the site; a burst; memory`,
    ['what', 'value', 'unit'],
    [
      [`slowest of the first ${firstEdits} after the full generation`, round(Math.max(...first)), 'ms'],
      ['median', round(percentile(times, 50)), 'ms'],
      ['95th percentile', round(percentile(times, 95)), 'ms'],
      ['slowest', round(Math.max(...times)), 'ms'],
      [`generations for ${burst} posts published in one call`, published.generations, ''],
      ['from that call until the last post is on the site', round(published.seconds, 1), 's'],
      ['peak memory of all Node processes during a full generation', round(memory), 'MiB'],
    ],
  )
}

/** Inserts the posts into the database of a new system and runs the first generation. */
async function fill(
  data: string,
  posts: readonly CorpusPost[],
): Promise<{ readonly ids: string[]; readonly first: Generated }> {
  const system = await startProduct(data)
  const ids = await insertPosts(system.databaseUrl, posts)
  const first = await system.generate()
  await skipPostsInMedia(system.databaseUrl)
  await system.quiet()
  await system.stop()
  return { ids, first }
}

async function floor(source: string, output: string): Promise<number> {
  rmSync(output, { recursive: true, force: true })
  const began = performance.now()
  await run(process.execPath, [
    fileURLToPath(new URL('floor.ts', import.meta.url)),
    join(source, 'content/blog'),
    output,
  ])
  return (performance.now() - began) / 1000
}

async function timed(work: () => Promise<number>): Promise<Timed> {
  const before = endedChildrenSeconds()
  const seconds = await work()
  return { seconds, cpu: endedChildrenSeconds() - before }
}

/** CPU time of child processes that have ended, in seconds. */
function endedChildrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

const best = <T extends Timed>(runs: readonly T[]): T =>
  runs.toSorted((a, b) => a.seconds - b.seconds)[0] as T

const realOutput = (data: string): string => join(data, 'data/site/_site/')
