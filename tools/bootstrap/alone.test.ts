import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const module = new URL('./alone.mjs', import.meta.url).href
const run = promisify(execFile)
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-alone-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that sets up for that long and says when it begins and ends. */
const program = (ms: number) => `
  const { alone } = await import(${JSON.stringify(module)})
  const { appendFileSync } = await import('node:fs')
  await alone(async () => {
    appendFileSync(${JSON.stringify(join(folder, 'told'))}, 'begin\\n')
    await new Promise((resolve) => setTimeout(resolve, ${ms}))
    appendFileSync(${JSON.stringify(join(folder, 'told'))}, 'end\\n')
  }, ${JSON.stringify(folder)})`
const args = (ms: number) => ['--input-type=module', '--eval', program(ms)]
const told = () => readFileSync(join(folder, 'told'), 'utf8').trim().split('\n')

it('lets set-ups of one folder run one after the other', async () => {
  await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, args(100))))
  expect(told()).toEqual(Array(4).fill(['begin', 'end']).flat())
  expect(existsSync(join(folder, 'set-up.lock'))).toBe(false)
})

it('takes over from one that was killed', async () => {
  const killed = spawn(process.execPath, args(600_000))
  while (!existsSync(join(folder, 'told'))) await sleep(20)
  killed.kill('SIGKILL')
  await new Promise((resolve) => killed.once('exit', resolve))
  await run(process.execPath, args(1))
  expect(told()).toEqual(['begin', 'begin', 'end'])
})

it('takes over from one that died before it could say who it is', async () => {
  mkdirSync(join(folder, 'set-up.lock'))
  await run(process.execPath, args(1))
  expect(told()).toEqual(['begin', 'end'])
}, 30_000)

it('says whom it waits for', async () => {
  mkdirSync(join(folder, 'set-up.lock'))
  writeFileSync(join(folder, 'set-up.lock/pid'), String(process.pid))
  const waiting = spawn(process.execPath, args(1))
  let said = ''
  waiting.stderr.on('data', (chunk) => (said += chunk))
  while (!said.includes('\n')) await sleep(20)
  rmSync(join(folder, 'set-up.lock'), { recursive: true })
  await new Promise((resolve) => waiting.once('exit', resolve))
  expect(said).toBe(`Waiting for another set-up of this folder to end (process ${process.pid}) ...\n`)
  expect(told()).toEqual(['begin', 'end'])
})
