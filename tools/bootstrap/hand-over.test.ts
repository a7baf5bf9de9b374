import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'

const module = new URL('./hand-over.mjs', import.meta.url).href
let folder = ''
let launcher: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-hand-over-'))
})
afterEach(() => {
  launcher?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

interface Launched {
  readonly launcher: ChildProcess
  /** All that launcher and program have written. */
  text(): string
  /** Waits until the text has that many lines like this, and answers the last. */
  line(pattern: RegExp, count?: number): Promise<RegExpMatchArray>
  /** Exit code, or the signal that ended the launcher. */
  ended(): Promise<number | string>
}

/** The launcher with that program below it. */
function launch(program: string, options = '{ restarts: true }', parent?: 'npm'): Launched {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, program)
  const code = `const { handOver } = await import(${JSON.stringify(module)})
    await handOver(process.execPath, [${JSON.stringify(file)}], ${options})
    console.log('goes on')`
  const args = ['--input-type=module', '--eval', code]
  const started =
    parent === 'npm' ? belowShell(args) : spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
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

/** As npm runs a script: a shell waits for it and passes no signal on. */
const belowShell = (args: readonly string[]) =>
  spawn('sh', ['-c', '"$@"; exit $?', 'sh', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })

const serves = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
  setInterval(() => undefined, 1000)
  process.send?.('ready')
  console.log('pid ' + process.pid + ';')`
const pidOf = async (launched: Launched, count: number) =>
  Number((await launched.line(/pid (\d+);/, count))[1])

it('starts a program again that was ready and is killed, with growing pauses, and ends with it', async () => {
  const launched = launch(serves)
  process.kill(await pidOf(launched, 1), 'SIGKILL')
  await launched.line(/the services ended with SIGKILL; they start again in 1 s/)
  process.kill(await pidOf(launched, 2), 'SIGKILL')
  await launched.line(/the services ended with SIGKILL; they start again in 2 s/)
  await pidOf(launched, 3)
  launched.launcher.kill('SIGTERM')
  expect(await launched.ended()).toBe(0)
  expect(launched.text()).toContain('stopped')
})

it.skipIf(process.platform === 'win32')('stops when the shell that npm runs it in is ended', async () => {
  const launched = launch(serves, '{ restarts: true }', 'npm')
  await pidOf(launched, 1)
  launched.launcher.kill('SIGTERM')
  expect(await launched.ended()).toBe('SIGTERM')
  await launched.line(/stopped/)
})

it('stops in the pause before a restart', async () => {
  const launched = launch(serves)
  process.kill(await pidOf(launched, 1), 'SIGKILL')
  await launched.line(/start again in 1 s/)
  launched.launcher.kill('SIGTERM')
  expect(await launched.ended()).toBe(0)
  expect(launched.text().match(/pid/g)).toHaveLength(1)
})

it.each([
  ['that never was ready', 'process.exit(1)', 1],
  ['whose settings are wrong', `process.send('ready', () => process.exit(78))`, 78],
  ['that ends well', `process.send('ready', () => process.exit(0))`, 0],
])('does not start a program again %s', async (_name, program, code) => {
  const launched = launch(program)
  expect(await launched.ended()).toBe(code)
  expect(launched.text()).toBe('')
})

it('ends with the program where no restart is asked for, or goes on when that ended well', async () => {
  expect(await launch('process.exit(3)', '{ goOn: true }').ended()).toBe(3)
  const launched = launch('', '{ goOn: true }')
  expect(await launched.ended()).toBe(0)
  expect(launched.text()).toBe('goes on\n')
})
