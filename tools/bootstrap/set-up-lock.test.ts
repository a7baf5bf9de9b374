import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const module = new URL('./set-up-lock.mjs', import.meta.url).href
const run = promisify(execFile)
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typecase-set-up-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program that holds the lock for `ms` and appends `begin` and `end` to a file. */
const program = (ms: number) => `
  const { withSetUpLock } = await import(${JSON.stringify(module)})
  const { appendFileSync } = await import('node:fs')
  await withSetUpLock(async () => {
    appendFileSync(${JSON.stringify(join(folder, 'events.txt'))}, 'begin\\n')
    await new Promise((resolve) => setTimeout(resolve, ${ms}))
    appendFileSync(${JSON.stringify(join(folder, 'events.txt'))}, 'end\\n')
  }, ${JSON.stringify(folder)})`
const args = (ms: number) => ['--input-type=module', '--eval', program(ms)]
const events = () => readFileSync(join(folder, 'events.txt'), 'utf8').trim().split('\n')

it('lets processes set up the same folder only one at a time', async () => {
  await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, args(100))))
  expect(events()).toEqual(Array(4).fill(['begin', 'end']).flat())
  expect(existsSync(join(folder, 'set-up.lock'))).toBe(false)
})

it('takes over the lock of a killed process', async () => {
  const killed = spawn(process.execPath, args(600_000))
  // The file exists before its first line is written.
  while (!existsSync(join(folder, 'events.txt')) || events()[0] !== 'begin') await sleep(20)
  killed.kill('SIGKILL')
  await new Promise((resolve) => killed.once('exit', resolve))
  await run(process.execPath, args(1))
  expect(events()).toEqual(['begin', 'begin', 'end'])
})

it('takes over a lock without a pid', async () => {
  mkdirSync(join(folder, 'set-up.lock'))
  await run(process.execPath, args(1))
  expect(events()).toEqual(['begin', 'end'])
}, 30_000)

it('reports the process that holds the lock', async () => {
  mkdirSync(join(folder, 'set-up.lock'))
  writeFileSync(join(folder, 'set-up.lock/pid'), String(process.pid))
  const waiting = spawn(process.execPath, args(1))
  let output = ''
  waiting.stderr.on('data', (chunk) => (output += chunk))
  while (!output.includes('\n')) await sleep(20)
  rmSync(join(folder, 'set-up.lock'), { recursive: true })
  await new Promise((resolve) => waiting.once('exit', resolve))
  expect(output).toBe(`Waiting for another process that sets up this folder (pid ${process.pid}) ...\n`)
  expect(events()).toEqual(['begin', 'end'])
})
