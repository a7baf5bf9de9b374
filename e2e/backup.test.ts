/** Backs up a running system and restores it in a new data folder. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type Api, loggedIn } from './api.ts'
import {
  administrator,
  preparedFolder,
  type SystemProcess,
  startProcess,
  temporaryFolder,
} from './process.ts'
import { isOnTheSite, isStored, write } from './scenarios/main-job.ts'

const [first, second, copies] = [preparedFolder(), temporaryFolder(), temporaryFolder()]
const backup = join(copies.path, 'monday')
let system: SystemProcess | undefined

afterAll(async () => {
  await system?.end('SIGTERM')
  for (const folder of [first, second, copies]) folder.remove()
}, 60_000)

function run(tool: string, dataFolder: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const command = fileURLToPath(new URL(`../tools/${tool}.ts`, import.meta.url))
  const env = { ...process.env, TYPECASE_DATA: dataFolder }
  return new Promise((resolve) =>
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    ),
  )
}

const draft = (api: Api, title: string) =>
  api.ok('POST', '/api/posts', { json: { metadata: { title, status: 'draft' }, content: `# ${title}` } })

/** Titles in creation order; the API lists newest first. */
async function titles(api: Api): Promise<string[]> {
  const { body } = await api.ok('GET', '/api/posts?limit=100')
  return (body.data as unknown as { frontmatter: { title: string } }[])
    .map(({ frontmatter }) => frontmatter.title)
    .toReversed()
}

describe('a backup of a running system', () => {
  it('restores everything that was acknowledged before it started', async () => {
    system = await startProcess(first.path)
    const api = await loggedIn(system.apiUrl, administrator)
    const written = await write(api)
    const editor = { username: 'writer', password: 'password-of-writer' }
    await api.ok('POST', '/api/users', { json: { ...editor, email: 'writer@example.org', role: 'editor' } })
    await api.ok('PUT', '/api/settings', { json: { siteTitle: 'Backed up' } })
    await draft(api, 'before')

    // Writes continue during the backup.
    let isDone = false
    const during: string[] = []
    const writer = (async () => {
      for (let count = 1; !isDone && count <= 50; count++) {
        await draft(api, `during ${count}`)
        during.push(`during ${count}`)
      }
    })()
    const result = await run('backup', first.path, backup)
    isDone = true
    await writer
    expect(result).toMatchObject({
      code: 0,
      output: expect.stringMatching(/monday contains \d+ rows and \d+ files/),
    })
    await draft(api, 'after')
    await system.end('SIGKILL')
    first.remove()

    expect(await run('restore', second.path, backup)).toMatchObject({
      code: 0,
      output: expect.stringContaining('restored'),
    })
    system = await startProcess(second.path, { ADMIN_PASSWORD: 'another-password' })
    const restored = await loggedIn(system.apiUrl, administrator)
    await isStored(restored, written)
    const found = await titles(restored)
    // The backup includes the concurrent writes up to its snapshot, without gaps.
    const some = found.slice(2)
    expect(found.slice(0, 2)).toEqual(['Movable type & <other> stories', 'before'])
    expect(some).toEqual(during.slice(0, some.length))
    expect((await restored.ok('GET', '/api/settings')).body.data).toMatchObject({ siteTitle: 'Backed up' })
    await loggedIn(system.apiUrl, editor)

    await restored.generate()
    await isOnTheSite(system.siteUrl, written)
    await draft(restored, 'after the restore')
    expect(await run('check-media', second.path, '--deep')).toMatchObject({
      code: 0,
      output: expect.stringContaining('no errors'),
    })
  }, 180_000)

  it('is not restored into a system that is in use', async () => {
    await system?.end('SIGTERM')
    const { code, output } = await run('restore', second.path, backup)
    expect([code, output]).toEqual([
      78,
      'typecase: the database is in use (schema identity): restore into an empty one\n',
    ])
    expect(await run('backup', second.path, '--check', backup)).toMatchObject({
      code: 0,
      output: expect.stringContaining('is complete and undamaged'),
    })
  }, 60_000)
})
