import { createLogger } from '@typecase/runtime/log'
import { afterEach, describe, expect, it } from 'vitest'
import { type Argon2Hasher, argon2Hasher } from './hasher.ts'
import { processPool } from './process-pool.ts'

const log = createLogger('test', 'silent')
const place = { line: 'a client', isTrusted: false }
let hasher: Argon2Hasher | undefined
const started = async (concurrency = 1) => {
  const made = argon2Hasher({ concurrency, log })
  hasher = made
  await made.start()
  return {
    ...made,
    hash: (password: string) => made.hash(password, place),
    verify: (hash: string | undefined, password: string) => made.verify(hash, password, place),
  }
}
afterEach(async () => {
  await hasher?.stop()
  hasher = undefined
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const codes = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) => (result.status === 'fulfilled' ? 'OK' : result.reason.code))

describe('the argon2 hasher', () => {
  it('spends 64 MiB, three passes and two lanes of argon2id', async () => {
    expect(await (await started()).hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=65536,(t=3,p=2|p=2,t=3)\$/)
  })

  it('takes as long without a hash as with one', async () => {
    const { hash, verify } = await started()
    const known = await hash('correct horse')
    const time = async (of: string | undefined) => {
      const start = performance.now()
      await verify(of, 'not the password')
      return performance.now() - start
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 3; i++) {
      times.known.push(await time(known))
      times.unknown.push(await time(undefined))
    }
    expect(Math.min(...times.unknown)).toBeGreaterThan(Math.min(...times.known) / 2)
  })

  it('lets as many wait as it may and refuses the rest at once, with the time to come back', async () => {
    const pool = processPool({ size: 1, waiting: { total: 2, line: 2 }, log })
    pool.start()
    const job = { kind: 'hash', password: 'correct horse' } as const
    const first = codes([1, 2, 3].map(() => pool.run(job, place)))
    await expect(pool.run(job, place)).rejects.toMatchObject({ kind: 'unavailable', code: 'BUSY', fields: { retryAfter: 2 } })
    expect(await first).toEqual(['OK', 'OK', 'OK'])
    await pool.stop()
  })

  it('sends away who still waits when its time is over, and is free for who comes then', async () => {
    const pool = processPool({ size: 1, waiting: { total: 9, line: 9 }, log })
    const job = { kind: 'hash', password: 'correct horse' } as const
    const start = new Date()
    pool.start()
    // The only process holds the first job and does not move.
    for (const pid of pool.pids()) process.kill(pid, 'SIGSTOP')
    const soon = new Date(start.getTime() + 300)
    const waiting = codes([1, 2, 3].map(() => pool.run(job, place, soon)))
    await expect(pool.run(job, place, soon)).rejects.toMatchObject({ code: 'BUSY', fields: { retryAfter: 2 } })
    for (const pid of pool.pids()) process.kill(pid, 'SIGCONT')
    expect(await waiting).toEqual(['OK', 'BUSY', 'BUSY'])
    expect(await codes([pool.run(job, place)])).toEqual(['OK'])
    await pool.stop()
  })

  it('refuses the newest of the line that floods it, serves the trusted first and the lines in turn', async () => {
    const pool = processPool({ size: 1, waiting: { total: 4, line: 4 }, log })
    pool.start()
    for (const pid of pool.pids()) process.kill(pid, 'SIGSTOP')
    const done: string[] = []
    const run = async (name: string, line: string, isTrusted = false) => {
      const [code] = await codes([pool.run({ kind: 'hash', password: 'correct horse' }, { line, isTrusted })])
      done.push(code === 'OK' ? name : `${name} ${code}`)
    }
    // The process holds the first; four of the flood wait, and the newest of them leaves for the quiet line.
    const all = [run('running', 'flood'), ...[1, 2, 3, 4, 5].map((n) => run(`flood ${n}`, 'flood'))]
    all.push(run('quiet', 'quiet'), run('known', 'known', true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toEqual(['flood 5 BUSY', 'flood 4 BUSY'])
    for (const pid of pool.pids()) process.kill(pid, 'SIGCONT')
    await Promise.all(all)
    expect(done.slice(2)).toEqual(['running', 'known', 'flood 1', 'quiet', 'flood 2', 'flood 3'])
    await pool.stop()
  })

  it('has one process until two passwords come at once', async () => {
    const { hash, pids } = await started(2)
    await hash('one after')
    await hash('the other')
    expect(pids()).toHaveLength(1)
    await Promise.all(['three', 'at', 'once'].map((password) => hash(password)))
    expect(pids()).toHaveLength(2)
  })

  it('replaces a process that dies, and finishes what it was doing', async () => {
    const { hash, verify, pids } = await started()
    const [pid = 0] = pids()
    const attempt = hash('correct horse')
    process.kill(pid, 'SIGKILL')
    expect(await verify(await attempt, 'correct horse')).toBe(true)
    expect(pids()).not.toContain(pid)
    expect(pids()).toHaveLength(1)
  })

  it('says so when a process dies twice over the same password', async () => {
    const { hash, pids } = await started()
    const attempt = expect(hash('correct horse')).rejects.toThrow('a hashing process did not finish')
    const killer = setInterval(() => {
      for (const pid of pids()) process.kill(pid, 'SIGKILL')
    }, 20)
    await attempt
    clearInterval(killer)
    expect(await hash('correct horse')).toContain('argon2id')
  })

  it('reports a stored hash that is none', async () => {
    const { verify } = await started()
    await expect(verify('not a hash', 'correct horse')).rejects.toThrow('hashing failed')
    expect(await verify(undefined, 'correct horse')).toBe(false)
  })

  it('answers whom it was working for when that takes too long at the end', async () => {
    const pool = processPool({ size: 1, waiting: { total: 2, line: 2 }, log })
    pool.start()
    for (const pid of pool.pids()) process.kill(pid, 'SIGSTOP')
    const running = codes([pool.run({ kind: 'hash', password: 'correct horse' }, place)])
    await pool.stop()
    expect(await running).toEqual(['BUSY'])
  })

  it('ends what runs, refuses what waits and leaves no process behind', async () => {
    const { hash, stop, pids } = await started()
    const before = pids()
    const ended = codes([hash('correct horse'), hash('correct horse'), hash('correct horse')])
    await stop()
    expect(await ended).toEqual(['OK', 'BUSY', 'BUSY'])
    expect(before.filter(isAlive)).toEqual([])
    await expect(hash('correct horse')).rejects.toMatchObject({ code: 'BUSY' })
  })
})
