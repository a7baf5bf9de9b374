/** Duration of operations with 1,000, 10,000 and 100,000 posts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Api, loggedIn } from '../api.ts'
import { administrator, startProcess, temporaryFolder } from '../process.ts'
import { multiplyPosts } from './multiply.ts'
import { fourKilobytes, seedPosts } from './seed.ts'
import { median, printTable, round } from './table.ts'
import { untilIdle } from './until-idle.ts'

const smallest = 1_000
const sizes = [10_000, 100_000]
const samples = 200
/** A word that occurs in ten posts, regardless of the number of posts. */
const rareWord = 'quoin'
const rarePosts = 10

interface System {
  readonly api: Api
  readonly ids: readonly string[]
  readonly databaseUrl: string
  readonly pid: number
}

/**
 * Measures a system of the smallest size and a growing system alternately, so that other load on the machine
 * affects both.
 */
export async function measureFlat(): Promise<void> {
  await withSystem(async (small) =>
    withSystem(async (grown) => {
      const rows: (string | number)[][] = []
      for (const size of sizes) {
        await multiplyPosts(grown.databaseUrl, size, rareWord)
        await untilIdle(grown.pid)
        const far = new Map([
          [small, await farCursor(small)],
          [grown, await farCursor(grown)],
        ])
        for (const [name, request] of operations(far)) {
          const [few, many] = await alternately(
            () => request(small),
            () => request(grown),
          )
          rows.push([name, size, round(few, 2), round(many, 2), round(many / few, 2)])
        }
      }
      rows.sort(([a], [b]) => names.indexOf(String(a)) - names.indexOf(String(b)))
      printTable(
        `Operations with more posts of 4 KB, one request at a time, responses not cached, median of ${samples}`,
        ['operation', 'posts', `ms with ${smallest}`, 'ms', 'ratio'],
        rows,
      )
    }),
  )
}

async function withSystem(work: (system: System) => Promise<void>): Promise<void> {
  const folder = temporaryFolder()
  try {
    const system = await startProcess(folder.path, {
      RATE_LIMIT_PER_MINUTE: '100000000',
      ANSWER_CACHE_BYTES: '0',
    })
    try {
      const api = await loggedIn(system.apiUrl, administrator)
      const ids = await seedPosts(api, smallest, (n) => (n < rarePosts ? `${rareWord} ` : ''))
      await work({
        api,
        ids,
        databaseUrl: readFileSync(join(folder.path, 'database-url'), 'utf8').trim(),
        pid: system.pid,
      })
    } finally {
      await system.end('SIGTERM')
    }
  } finally {
    folder.remove()
  }
}

/** Cursor of the 20th-oldest post. */
async function farCursor({ api }: System): Promise<string> {
  const list = (query: string) => api.ok('GET', `/api/posts?frontmatterOnly=true&limit=1&${query}`)
  const { body } = await list('')
  return String((await list(`offset=${Number(body.total) - 20}`)).body.nextCursor)
}

function operations(far: ReadonlyMap<System, string>): [string, (system: System) => Promise<unknown>][] {
  let n = 0
  const any = (ids: readonly string[]) => ids[(n * 7) % ids.length]
  return [
    ['list', ({ api }) => api.ok('GET', '/api/posts?limit=10')],
    [
      'list after a far cursor',
      (system) => system.api.ok('GET', `/api/posts?limit=10&cursor=${far.get(system)}`),
    ],
    ['list of a category', ({ api }) => api.ok('GET', '/api/posts?limit=10&category=Category%203')],
    ['single', ({ api, ids }) => api.ok('GET', `/api/posts/${any(ids)}`)],
    [
      'create',
      ({ api }) =>
        api.ok('POST', '/api/posts', {
          json: { metadata: { title: `Measured ${n++}` }, content: fourKilobytes },
        }),
    ],
    [
      'update',
      ({ api, ids }) =>
        api.ok('PUT', `/api/posts/${any(ids)}`, { json: { content: `${n++} ${fourKilobytes}` } }),
    ],
    [`search, ${rarePosts} hits`, ({ api }) => api.ok('GET', `/api/posts?limit=10&search=${rareWord}`)],
  ]
}

const names = operations(new Map()).map(([name]) => name)

/** Runs two operations alternately; returns their median durations in milliseconds. */
async function alternately(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let n = -20; n < samples; n++) {
    for (const [at, work] of [first, second].entries()) {
      const began = performance.now()
      await work()
      // Rounds with a negative number warm up the systems.
      if (n >= 0) times[at as 0 | 1].push(performance.now() - began)
    }
  }
  return [median(times[0]), median(times[1])]
}
