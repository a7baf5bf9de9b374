import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramOptions, startProgram } from '../../src/programs/index.ts'

const options: ProgramOptions = {
  execArgv: ['--no-warnings'],
  env: {},
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typecase-programs-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['answering.ts', 'said.ts'])
    await copyFile(join(import.meta.dirname, name), join(folder, name))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function answerOf(child: ChildProcess): Promise<{ answer: string; mapped: string }> {
  const [message] = (await once(child, 'message')) as [{ answer: string; mapped: string }]
  child.disconnect()
  await once(child, 'exit')
  return message
}

const program = () => join(folder, 'answering.ts')

describe('a program of several files', () => {
  it('runs with its arguments, and its lines are those of its files', async () => {
    const { answer, mapped } = await answerOf(startProgram(program(), ['a', 'b'], options))
    expect(answer).toBe('a b A')
    expect(mapped).toContain('answering.ts:5:')
  })

  it('gets the code that was read the first time, whatever became of its files, and with no right but to read', async () => {
    await answerOf(startProgram(program(), [], options))
    const before = await readFile(join(folder, 'said.ts'), 'utf8')
    await writeFile(join(folder, 'said.ts'), 'this is no code')
    const execArgv = [...options.execArgv, '--permission', `--allow-fs-read=${folder}/*`]
    expect((await answerOf(startProgram(program(), ['c'], { ...options, execArgv }))).answer).toBe('c A')
    await writeFile(join(folder, 'said.ts'), before)
  })

  it('may be started many times at once, and be killed at once', async () => {
    const some = Array.from({ length: 6 }, (_, at) => startProgram(program(), [String(at)], options))
    some[5]?.kill('SIGKILL')
    const answers = await Promise.all(some.slice(0, 5).map(answerOf))
    expect(answers.map(({ answer }) => answer)).toEqual([0, 1, 2, 3, 4].map((at) => `${at} A`))
  })
})

describe('a process that starts a program', () => {
  const run = promisify(execFile)
  const parent = (name: string) => join(import.meta.dirname, `${name}-parent.ts`)

  it('is not kept alive by it', async () => {
    await run(process.execPath, ['--no-warnings', parent('idle')], { timeout: 20_000 })
  }, 30_000)

  it('is told by an event that it could not be started', async () => {
    const crowded = `ulimit -n 60; exec "${process.execPath}" --no-warnings "${parent('crowded')}"`
    const { stdout } = await run('sh', ['-c', crowded], { timeout: 20_000 })
    expect(stdout).toBe('begun\ntold of EMFILE\n')
  }, 30_000)
})

describe('a program that can not be read', () => {
  it('ends as it would by itself, and keeps no other from running', async () => {
    const wrong = join(folder, 'wrong.ts')
    await writeFile(wrong, 'enum A { B }\nprocess.exit(0)')
    const ended = await Promise.all(
      [wrong, join(folder, 'gone.ts')].map((file) =>
        once(startProgram(file, [], options), 'exit').then(([code]) => code),
      ),
    )
    expect(ended).toEqual([1, 1])
    expect((await answerOf(startProgram(program(), ['d'], options))).answer).toBe('d A')
  })
})
