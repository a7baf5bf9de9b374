import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { limitedProcess } from '../../src/limited-process/index.ts'

const file = fileURLToPath(new URL('./program.ts', import.meta.url))
const limitMs = 20_000
/** NaN for what is no process. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return Number.NaN
  }
}
let reader = limitedProcess<string, string>({ file, memory: 64 })
afterEach(async () => {
  await reader.stop()
  reader = limitedProcess<string, string>({ file, memory: 64 })
})

it('answers each question with its own answer, in one process', async () => {
  expect(await Promise.all(['a', 'b', 'c'].map((text) => reader.ask(text, limitMs)))).toEqual(['A', 'B', 'C'])
  expect(await reader.ask('who', limitMs)).toBe(await reader.ask('who', limitMs))
})

it('is there before it is asked where it was begun, and keeps no other process from ending', async () => {
  const children = () =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  const before = children()
  reader.begin()
  reader.begin()
  const begun = children().filter((pid) => !before.includes(pid))
  expect(begun).toHaveLength(1)
  expect(await reader.ask('who', limitMs)).toBe(begun[0])
  await reader.stop()
  reader.begin()
  expect(children().filter((pid) => !before.includes(pid) && pid !== begun[0])).toEqual([])
})

it('is begun anew where what was begun came to an end before it was asked', async () => {
  const before = new Set(readdirSync('/proc'))
  reader.begin()
  const begun = readdirSync('/proc').filter((pid) => !before.has(pid) && parentOf(pid) === process.pid)
  for (const pid of begun) process.kill(Number(pid), 'SIGKILL')
  expect(await reader.ask('a', limitMs)).toBe('A')
  expect(begun).toHaveLength(1)
})

it('gives the process no right but to read', async () => {
  expect(await reader.ask('rights', limitMs)).toBe('false false')
  // One that opens files without being asked for rights.
  expect(await reader.ask('database', limitMs)).toBe('undefined')
  expect(await reader.ask('native code', limitMs)).toBe('ERR_DLOPEN_DISABLED')
  expect(await reader.ask('made code', limitMs)).toBe(
    'EvalError: Code generation from strings disallowed for this context',
  )
})

it('kills a process that takes too long, and the next question gets another', async () => {
  const first = await reader.ask('who', limitMs)
  const [spun, next] = await Promise.allSettled([reader.ask('spin', 300), reader.ask('who', limitMs)])
  expect(spun).toMatchObject({ status: 'rejected', reason: { name: 'NoAnswer', reason: 'time' } })
  expect(next).toMatchObject({ status: 'fulfilled' })
  expect(next.status === 'fulfilled' && next.value).not.toBe(first)
  expect(() => process.kill(Number(first), 0)).toThrow('ESRCH')
})

it('tells a stack that overflows, a memory that is full and an end from an answer', async () => {
  await expect(reader.ask('overflow', limitMs)).rejects.toMatchObject({
    reason: 'fault',
    message: 'Maximum call stack size exceeded',
  })
  await expect(reader.ask('fill', limitMs)).rejects.toMatchObject({ reason: 'died' })
  await expect(reader.ask('end', limitMs)).rejects.toMatchObject({ reason: 'died' })
  expect(await reader.ask('a', limitMs)).toBe('A')
})

it('asks again when somebody else ended the process', async () => {
  const pid = Number(await reader.ask('who', limitMs))
  const answer = reader.ask('who', limitMs)
  process.kill(pid, 'SIGKILL')
  expect(Number(await answer)).toBeGreaterThan(0)
})

it('ends what waits when it is stopped, as something that is not available', async () => {
  const waiting = Promise.allSettled([reader.ask('spin', limitMs), reader.ask('a', limitMs)])
  await new Promise((resolve) => setImmediate(resolve))
  await reader.stop()
  for (const result of await waiting)
    expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable', code: 'STOPPING' } })
})
