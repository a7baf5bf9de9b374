import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'
import { changesReachTheSite, write } from './scenarios/main-job.ts'

const folder = preparedFolder()
const command = fileURLToPath(new URL('../tools/dead-letters.ts', import.meta.url))
let system: SystemProcess

beforeAll(async () => {
  system = await startProcess(folder.path)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

function deadLetters(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [command, ...args],
      { env: { ...process.env, TYPECASE_DATA: folder.path } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    ),
  )
}

const letters = async () => (await deadLetters('list')).output.trim().split('\n').slice(0, -1)

/** Records an event whose data violates its schema. */
async function recordNonsense(): Promise<void> {
  const db = new pg.Client({
    connectionString: readFileSync(join(folder.path, 'database-url'), 'utf8').trim(),
  })
  await db.connect()
  const inserted = db.query(
    `insert into content.outbox (id, type, subject, entity, revision, data, traceparent, occurred_at)
     values ($1, 'typecase.content.post.created.v1', 'typecase.content.post.created', 'post:x', 1, '{"id": 7}', $2, now())`,
    [randomUUID(), `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`],
  )
  await inserted.finally(() => db.end())
}

describe('an event that consumers cannot handle', () => {
  it('becomes a dead letter of each consumer, and does not block later events', async () => {
    expect(await letters()).toEqual([])
    await recordNonsense()
    const found = await eventually('dead letters', async () => {
      const found = await letters()
      return found.length === 2 && found
    })
    expect(found.map((line) => line.split('  ')[2]).sort()).toEqual(['media', 'publisher'])
    const api = await loggedIn(system.apiUrl, administrator)
    const written = await write(api)
    await api.generate()
    await changesReachTheSite(api, system.siteUrl, written, 'Behind-the-bad-one')
  }, 60_000)

  it('can be replayed, and remains a dead letter if it fails again', async () => {
    expect((await deadLetters('replay', 'all')).output).toContain('requested the replay of 2 dead letters')
    await eventually('replayed letters', async () => {
      const found = await letters()
      return found.length === 2 && found.every((line) => !line.includes('replay requested'))
    })
  }, 60_000)

  it('can be dropped individually', async () => {
    for (const line of await letters())
      expect((await deadLetters('drop', String(line.split('  ')[0]))).code).toBe(0)
    expect(await letters()).toEqual([])
    expect(await deadLetters('drop', randomUUID())).toMatchObject({
      code: 78,
      output: expect.stringContaining('there is no dead letter'),
    })
  }, 60_000)

  it('is managed with a command that prints its usage for an unknown subcommand', async () => {
    expect(await deadLetters('eat')).toMatchObject({
      code: 2,
      output: expect.stringContaining('usage: npm run dead-letters'),
    })
  })
})
