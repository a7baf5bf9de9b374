import { describe, expect, it } from 'vitest'
import { children, cpuMs, isLinux, pooled } from './support.ts'

describe('a pool', () => {
  it('runs one call at a time in each process', async () => {
    const { ask } = pooled({ size: 2 })
    const pids = await Promise.all(Array.from({ length: 6 }, () => ask('pid')))
    expect(new Set(pids).size).toBe(2)
  })

  it('replaces a killed process, and completes the other calls', async () => {
    const { ask } = pooled()
    const first = await ask('pid')
    const [lost, next] = await Promise.allSettled([ask('compute without end', 300), ask('pid')])
    expect(lost).toMatchObject({ status: 'rejected', reason: { reason: 'time' } })
    expect(next).toMatchObject({ status: 'fulfilled' })
    expect(next.status === 'fulfilled' && next.value).not.toBe(first)
  })

  it('retries a call once when its process ends unexpectedly', async () => {
    const { ask } = pooled()
    const pid = Number(await ask('pid'))
    const answer = ask('pid')
    process.kill(pid, 'SIGKILL')
    expect(Number(await answer)).toBeGreaterThan(0)
    await expect(ask('exit')).rejects.toMatchObject({ reason: 'ended' })
    expect(await ask('a')).toBe('A')
  })

  it('replaces a process after usesPerProcess calls', async () => {
    const { ask } = pooled({ usesPerProcess: 2 })
    const pids = [await ask('pid'), await ask('pid'), await ask('pid')]
    expect([pids[0] === pids[1], pids[1] === pids[2]]).toEqual([true, false])
  })

  it.skipIf(!isLinux)('starts its process in begin(), before the first call', async () => {
    const before = children()
    const newChildren = () => children().filter((pid) => !before.includes(pid))
    const { pool, ask } = pooled()
    pool.begin()
    pool.begin()
    const [started, ...others] = newChildren()
    expect(others).toEqual([])
    expect(await ask('pid')).toBe(started)
    await pool.stop()
    pool.begin()
    await expect.poll(newChildren).toEqual([])
  })

  it.skipIf(!isLinux)('starts another process when the first one ended before any call', async () => {
    const before = children()
    const { pool, ask } = pooled()
    pool.begin()
    for (const pid of children()) if (!before.includes(pid)) process.kill(pid, 'SIGKILL')
    expect(await ask('a')).toBe('A')
  })

  it.skipIf(!isLinux)(
    'ends idle processes in endIdle(), and starts another one for the next call',
    async () => {
      const { pool, ask } = pooled()
      const first = await ask('pid')
      const running = ask('pid')
      pool.endIdle()
      expect(await running).toBe(first)
      pool.endIdle()
      await expect.poll(children).not.toContain(Number(first))
      expect(await ask('pid')).not.toBe(first)
    },
  )

  it.skipIf(!isLinux)('ends an idle process', async () => {
    const before = children()
    const { ask } = pooled({ idleMs: 50 })
    await ask('a')
    await expect.poll(() => children().filter((pid) => !before.includes(pid))).toEqual([])
    expect(await ask('b')).toBe('B')
  })

  it('rejects running, waiting and later calls when it is stopped', async () => {
    const { pool, ask } = pooled()
    const waiting = Promise.allSettled([ask('compute without end'), ask('a')])
    await new Promise(setImmediate)
    await pool.stop()
    const stopping = { kind: 'unavailable', code: 'STOPPING' }
    for (const result of await waiting) expect(result).toMatchObject({ status: 'rejected', reason: stopping })
    await expect(ask('a')).rejects.toMatchObject(stopping)
  })
})

describe('a pool with a limit for waiting work', () => {
  const room = { count: 2, bytes: 10, refuse: () => new Error('busy') }
  const limitedPool = () => {
    const { pool } = pooled({ room })
    const gates = new Map<string, PromiseWithResolvers<string>>()
    const started: string[] = []
    const add = (name: string, bytes = 1, signal?: AbortSignal) => {
      const gate = Promise.withResolvers<string>()
      gates.set(name, gate)
      const work = () => {
        started.push(name)
        return gate.promise
      }
      return pool.use(work, { bytes, signal })
    }
    const end = (...names: string[]) => {
      for (const name of names) gates.get(name)?.resolve(name)
    }
    return { add, started, end, fail: (name: string) => gates.get(name)?.reject(new Error(name)) }
  }

  it('runs the next work after a failure', async () => {
    const { add, started, end, fail } = limitedPool()
    const [a, b, c] = [add('a'), add('b'), add('c')]
    await new Promise(setImmediate)
    expect(started).toEqual(['a'])
    fail('a')
    await expect(a).rejects.toThrow('a')
    end('b', 'c')
    expect([await Promise.all([b, c]), started]).toEqual([
      ['b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  it('rejects work beyond the limit, and accepts work again afterwards', async () => {
    const { add, end } = limitedPool()
    const [a, b, c] = [add('a'), add('b'), add('c')]
    await expect(add('d')).rejects.toThrow('busy')
    end('a')
    await a
    const d = add('d')
    end('b', 'c', 'd')
    expect(await Promise.all([b, c, d])).toEqual(['b', 'c', 'd'])
  })

  it('limits the bytes of waiting work, but accepts any size while nothing waits', async () => {
    const { add, end } = limitedPool()
    const [a, b] = [add('a', 50), add('b', 50)]
    await expect(add('c', 1)).rejects.toThrow('busy')
    end('a')
    await a
    const c = add('c', 10)
    await expect(add('d', 1)).rejects.toThrow('busy')
    end('b', 'c')
    expect(await Promise.all([b, c])).toEqual(['b', 'c'])
  })

  it('does not start work that was aborted while it waited', async () => {
    const { add, started, end } = limitedPool()
    const controller = new AbortController()
    const [a, b] = [add('a'), add('b', 1, controller.signal)]
    controller.abort()
    end('a')
    await a
    await expect(b).rejects.toThrow('aborted')
    expect(started).toEqual(['a'])
  })
})

it('a pool of two processes runs calls in both of them in parallel', async () => {
  const { pool } = pooled({ size: 2 })
  const both = await Promise.all(
    [1, 2].map(() => pool.use((process) => process.call('wait', { cpuMs }).then(() => process.pid))),
  )
  expect(new Set(both).size).toBe(2)
})
