/** Sandboxes and pools that are ended after the test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type PoolOptions, sandboxPool, startSandbox } from '../src/index.ts'

export const program = join(import.meta.dirname, 'programs/examples.ts')
/** Limit of CPU time in milliseconds. No call of these tests needs that much. */
export const cpuMs = 20_000
export const isLinux = process.platform === 'linux'

type Changes = Partial<PoolOptions>

export function started(changes: Changes = {}) {
  const sandbox = startSandbox({ program, memory: { heap: 64 }, ...changes })
  onTestFinished(() => sandbox.kill())
  const ask = async (question: unknown, limit = cpuMs) =>
    (await sandbox.call<unknown>(question, { cpuMs: limit })).answer
  return { sandbox, ask }
}

export function pooled(changes: Changes = {}) {
  const pool = sandboxPool({ program, memory: { heap: 64 }, ...changes })
  onTestFinished(() => pool.stop())
  const ask = async (question: unknown, limit = cpuMs) =>
    (await pool.call<unknown>(question, { cpuMs: limit })).answer
  return { pool, ask }
}

export const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
