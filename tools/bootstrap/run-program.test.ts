import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'

const module = new URL('./run-program.mjs', import.meta.url).href
let folder = ''
let launcher: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-run-program-'))
})
afterEach(() => {
  launcher?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Launched {
  readonly launcher: ChildProcess
  /** Output of the launcher and of the program. */
  text(): string
  /** Waits for the pattern's `count`-th match in the output. */
  line(pattern: RegExp, count?: number): Promise<RegExpMatchArray>
  /** Exit code of the launcher, or the signal that ended it. */
  ended(): Promise<number | string>
}

function launch(program: string, options = '{ restarts: true }', parent?: 'npm'): Launched {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, program)
  const code = `const { runProgram } = await import(${JSON.stringify(module)})
    await runProgram(process.execPath, [${JSON.stringify(file)}], ${options})
    console.log('returned')`
  const args = ['--input-type=module', '--eval', code]
  const started =
    parent === 'npm' ? underShell(args) : spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  launcher = started
  const exit = once(started, 'exit')
  let text = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk) => (text += chunk))
  return {
    launcher: started,
    text: () => text,
    async line(pattern, count = 1) {
      for (;;) {
        const found = [...text.matchAll(new RegExp(pattern, 'g'))]
        if (found.length >= count) return found[count - 1] as RegExpMatchArray
        await sleep(20)
      }
    },
    ended: async () => {
      const [code, signal] = await exit
      return code ?? signal
    },
  }
}

/** Runs the program as npm does: under a shell, which waits for the program and does not pass signals on. */
const underShell = (args: readonly string[]) =>
  spawn('sh', ['-c', '"$@"; exit $?', 'sh', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })

const server = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
  setInterval(() => undefined, 1000)
  process.send?.('ready')
  console.log('pid ' + process.pid + ';')`
const pidOf = async (launched: Launched, count: number) =>
  Number((await launched.line(/pid (\d+);/, count))[1])

it('restarts a killed program with growing pauses, and stops it on SIGTERM', async () => {
  const launched = launch(server)
  process.kill(await pidOf(launched, 1), 'SIGKILL')
  await launched.line(/the services ended with SIGKILL; they restart in 1 s/)
  process.kill(await pidOf(launched, 2), 'SIGKILL')
  await launched.line(/the services ended with SIGKILL; they restart in 2 s/)
  await pidOf(launched, 3)
  launched.launcher.kill('SIGTERM')
  expect(await launched.ended()).toBe(0)
  expect(launched.text()).toContain('stopped')
})

it.skipIf(process.platform === 'win32')("stops when npm's shell is killed", async () => {
  const launched = launch(server, '{ restarts: true }', 'npm')
  await pidOf(launched, 1)
  launched.launcher.kill('SIGTERM')
  expect(await launched.ended()).toBe('SIGTERM')
  await launched.line(/stopped/)
})

it('stops during the pause before a restart', async () => {
  const launched = launch(server)
  process.kill(await pidOf(launched, 1), 'SIGKILL')
  await launched.line(/restart in 1 s/)
  launched.launcher.kill('SIGTERM')
  expect(await launched.ended()).toBe(0)
  expect(launched.text().match(/pid/g)).toHaveLength(1)
})

it.each([
  ['that was never ready', 'process.exit(1)', 1],
  ['with invalid settings', `process.send('ready', () => process.exit(78))`, 78],
  ['that exits with 0', `process.send('ready', () => process.exit(0))`, 0],
])('does not restart a program %s', async (_name, program, code) => {
  const launched = launch(program)
  expect(await launched.ended()).toBe(code)
  expect(launched.text()).toBe('')
})

it('exits with the code of the program; with `returns`, returns after code 0', async () => {
  expect(await launch('process.exit(3)', '{ returns: true }').ended()).toBe(3)
  const launched = launch('', '{ returns: true }')
  expect(await launched.ended()).toBe(0)
  expect(launched.text()).toBe('returned\n')
})
