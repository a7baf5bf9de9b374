import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cpuMs, isLinux, started } from './support.ts'

const run = promisify(execFile)
const library = new URL('../src/index.ts', import.meta.url).href

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typecase-sources-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'test'))
  await cp(join(import.meta.dirname, 'programs'), join(folder, 'test/programs'), { recursive: true })
  await cp(join(import.meta.dirname, '../src'), join(folder, 'src'), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = () => join(folder, 'test/programs/two-files.ts')
const answer = async (changes: Parameters<typeof started>[0] = {}) =>
  (await started({ program: program(), ...changes }).ask({ words: ['a', 'b'] })) as [string, string]

describe('a program of several files', () => {
  it('runs with its types stripped, and reports the original line numbers', async () => {
    const [text, line] = await answer()
    expect(text).toBe('A B')
    expect(line).toContain('two-files.ts:9:')
  })

  it('runs the code of its first start even if its files change', async () => {
    await answer()
    const other = join(folder, 'test/programs/two-files-other.ts')
    const before = await readFile(other, 'utf8')
    await writeFile(other, 'this is no code')
    expect((await answer({ readable: [`${folder}/*`] }))[0]).toBe('A B')
    await writeFile(other, before)
  })

  it('can be started several times in parallel, and killed immediately', async () => {
    const all = Array.from({ length: 6 }, () => started({ program: program() }))
    all[5]?.sandbox.kill()
    const answers = await Promise.all(all.slice(0, 5).map(({ ask }) => ask({ words: ['a'] }, cpuMs)))
    expect(answers.map((each) => (each as string[])[0])).toEqual(Array(5).fill('A'))
  })

  it('reports syntax that cannot be compiled, and other programs still start', async () => {
    const wrong = join(folder, 'wrong.ts')
    await writeFile(wrong, 'enum A { B }\nprocess.exit(0)')
    await expect(started({ program: wrong }).ask('a')).rejects.toMatchObject({ reason: 'start' })
    expect((await answer())[0]).toBe('A B')
  })
})

/** Code of a service that starts the program, then runs `code`. */
const service = (file: string, code: string) => `
  import { startSandbox } from ${JSON.stringify(library)}
  const sandbox = startSandbox({ program: ${JSON.stringify(file)}, memory: { heap: 64 } })
  ${code}`
const flags = ['--no-warnings', '--input-type=module', '--eval']

describe('a service', () => {
  it('exits while a sandboxed process is idle', async () => {
    await run(process.execPath, [...flags, service(program(), '')], { timeout: 20_000 })
    const called = `await sandbox.call({ words: [] }, { cpuMs: 5000 })`
    await run(process.execPath, [...flags, service(program(), called)], { timeout: 20_000 })
  }, 60_000)

  it('reports that a process could not be started', async () => {
    const code = `
      const { openSync } = await import('node:fs')
      console.log('running')
      try { for (;;) openSync('/dev/null', 'r') } catch {}
      const other = startSandbox({ program: ${JSON.stringify(program())}, memory: { heap: 64 } })
      await other.call('a', { cpuMs: 5000 }).catch(({ reason, message }) => console.log(reason, message))
      process.exit()`
    const command = 'ulimit -n 80; exec "$0" "$@"'
    const { stdout } = await run(
      'sh',
      ['-c', command, process.execPath, ...flags, service(program(), code)],
      {
        timeout: 20_000,
      },
    )
    expect(stdout).toMatch(/^running\nstart .*EMFILE/)
  }, 60_000)

  it.skipIf(!isLinux)(
    'kills a busy sandboxed process on exit',
    async () => {
      const busy = join(folder, 'test/programs/examples.ts')
      const code = `
      const { answer } = await sandbox.call('pid', { cpuMs: 5000 })
      sandbox.call('compute without end', { cpuMs: 60_000 }).catch(() => undefined)
      process.stdout.write(String(answer), () => setTimeout(() => process.exit(1), 100))`
      const parent = spawn(process.execPath, [...flags, service(busy, code)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [pid] = await once(parent.stdout, 'data')
      onTestFinished(() => void (isRunning(Number(pid)) && process.kill(Number(pid), 'SIGKILL')))
      await once(parent, 'close')
      await expect.poll(() => isRunning(Number(pid))).toBe(false)
    },
    30_000,
  )
})

/** False for a zombie process. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}
