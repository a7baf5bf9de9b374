import { afterEach, describe, expect, it } from 'vitest'
import { type Argon2Hasher, argon2Hasher } from './hasher.ts'
import { type HashingQueue, hashingQueue } from './hashing-queue.ts'

/** `line` is the queue of one client. */
const place = { line: 'a client', isTrusted: false }
const password = 'correct horse'
const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
})

async function started(): Promise<Argon2Hasher> {
  const hasher = argon2Hasher({ concurrency: 1 })
  open.push(hasher)
  await hasher.start()
  return hasher
}

/** A queue that computes one hash at a time and holds up to `total` waiting passwords. */
function queueOf(total: number): HashingQueue {
  const queue = hashingQueue({ concurrency: 1, waiting: { total, line: total } })
  open.push(queue)
  return queue
}

const outcomes = async (attempts: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) =>
    result.status === 'fulfilled' ? 'OK' : result.reason.code,
  )

describe('the argon2 hasher', () => {
  it('uses argon2id with 64 MiB, three passes and two lanes', async () => {
    expect(await (await started()).hash(password, place)).toMatch(
      /^\$argon2id\$v=19\$m=65536,(t=3,p=2|p=2,t=3)\$/,
    )
  })

  it('computes a hash even for an unknown user, and returns false', async () => {
    const hasher = await started()
    expect(await hasher.verify(undefined, password, place)).toBe(false)
    expect(await hasher.verify(await hasher.hash(password, place), password, place)).toBe(true)
  })

  it('throws on an invalid stored hash', async () => {
    const hasher = await started()
    await expect(hasher.verify('not a hash', password, place)).rejects.toThrow('hashing failed')
    expect(await hasher.verify(undefined, password, place)).toBe(false)
  })
})

describe('queued passwords', () => {
  it('are refused immediately if the queue is full, with `retryAfter`', async () => {
    const queue = queueOf(2)
    const first = outcomes([1, 2, 3].map(() => queue.hash(password, place)))
    await expect(queue.hash(password, place)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'BUSY',
      fields: { retryAfter: 2 },
    })
    expect(await first).toEqual(['OK', 'OK', 'OK'])
  })

  it('are refused at their deadline, and free their slots', async () => {
    const queue = queueOf(2)
    const now = new Date()
    const waiting = outcomes([
      queue.hash(password, place),
      ...[1, 2].map(() => queue.hash(password, place, now)),
    ])
    expect(await waiting).toEqual(['OK', 'BUSY', 'BUSY'])
    expect(await outcomes([queue.hash(password, place)])).toEqual(['OK'])
  })

  it('of trusted clients are hashed first, and the newest of the longest line is refused', async () => {
    const queue = queueOf(4)
    const done: string[] = []
    const run = async (name: string, line: string, isTrusted = false) => {
      const [outcome] = await outcomes([queue.hash(password, { line, isTrusted })])
      done.push(outcome === 'OK' ? name : `${name} ${outcome}`)
    }
    // One hash is running and the queue holds four, so the newest passwords of the flood are displaced.
    const all = [run('running', 'flood'), ...[1, 2, 3, 4, 5].map((n) => run(`flood ${n}`, 'flood'))]
    all.push(run('quiet', 'quiet'), run('known', 'known', true))
    await Promise.all(all)
    expect(done).toEqual([
      'flood 5 BUSY',
      'flood 4 BUSY',
      'running',
      'known',
      'flood 1',
      'quiet',
      'flood 2',
      'flood 3',
    ])
  })

  it('are refused at shutdown, while the running hash completes', async () => {
    const queue = queueOf(3)
    const ended = outcomes([1, 2, 3].map(() => queue.hash(password, place)))
    await queue.stop()
    expect(await ended).toEqual(['OK', 'BUSY', 'BUSY'])
    await expect(queue.hash(password, place)).rejects.toMatchObject({ code: 'BUSY' })
  })
})
