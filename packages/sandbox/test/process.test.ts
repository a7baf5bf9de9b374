import { describe, expect, it } from 'vitest'
import { cpuMs, isLinux, started } from './support.ts'

describe('a sandboxed process', () => {
  it('answers calls in their order, each with its own answer', async () => {
    const { ask } = started()
    expect(await Promise.all(['a', 'b', 'c'].map((text) => ask(text)))).toEqual(['A', 'B', 'C'])
    expect(await ask('pid')).toBe(await ask('pid'))
  })

  it('sends bytes with an answer, into memory that the caller allocates', async () => {
    const memory = new Uint8Array(1024 * 1024 + 1)
    const { sandbox } = started({ allocate: (length) => memory.subarray(0, length) })
    const { answer, bytes } = await sandbox.call<string>('bytes', { cpuMs })
    expect([answer, bytes.length, bytes.buffer === memory.buffer]).toEqual(['bytes', 1024 * 1024 + 1, true])
    expect([bytes[0], bytes.at(-1)]).toEqual([97, 98])
  })

  it('receives a body as a whole, however it is sent', async () => {
    const { sandbox } = started()
    const large = new Uint8Array(3 * 1024 * 1024).fill(7)
    async function* streamed() {
      for (let at = 0; at < large.length; at += 100_000) yield large.subarray(at, at + 100_000)
    }
    for (const body of [large, streamed(), new Uint8Array([7])]) {
      const { answer } = await sandbox.call('length of the body', { cpuMs, body })
      expect(answer).toEqual(body instanceof Uint8Array ? [body.length, 7, 7] : [large.length, 7, 7])
    }
    expect((await sandbox.call('length of the body', { cpuMs })).answer).toEqual([0, undefined, undefined])
  })

  it('streams parts, and waits until each is taken', async () => {
    const { sandbox } = started()
    const taken: number[] = []
    for await (const { answer, bytes } of sandbox.stream<{ part: number }>(5, { cpuMs })) {
      taken.push(answer.part)
      expect([bytes.length, bytes[0]]).toEqual([1024 * 1024, answer.part])
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(taken).toEqual([0, 1, 2, 3, 4])
    expect((await sandbox.call('a', { cpuMs })).answer).toBe('A')
  })

  it('ends when the consumer of a stream leaves', async () => {
    const { sandbox } = started()
    for await (const { bytes } of sandbox.stream(5, { cpuMs })) if (bytes[0] === 1) break
    expect(sandbox.alive()).toBe(false)
  })

  it('reports an error of the program after the earlier parts, and continues', async () => {
    const { sandbox, ask } = started()
    let count = 0
    const all = async () => {
      for await (const _ of sandbox.stream(101, { cpuMs })) count += 1
    }
    await expect(all()).rejects.toMatchObject({ reason: 'failed', message: 'too many parts' })
    expect([count, await ask('a')]).toEqual([101, 'A'])
    await expect(ask('fail')).rejects.toMatchObject({ reason: 'failed', message: 'the program failed' })
    await expect(ask('overflow')).rejects.toMatchObject({ message: 'Maximum call stack size exceeded' })
    expect(await ask('a')).toBe('A')
  })
})

describe('the limits of a sandboxed process', () => {
  it('end a process that computes too long, and the calls that wait for it', async () => {
    const { sandbox, ask } = started()
    const pid = Number(await ask('pid'))
    const all = await Promise.allSettled([ask('compute without end', 300), ask('a')])
    for (const result of all) expect(result).toMatchObject({ reason: { reason: 'time' } })
    expect(sandbox.alive()).toBe(false)
    await expect.poll(() => isThere(pid)).toBe(false)
    await expect(ask('a')).rejects.toMatchObject({ reason: 'time' })
  })

  it('count only the time of the call itself', async () => {
    const { ask } = started()
    const first = ask('wait')
    expect(await Promise.all([first, ask('a', 1_000), ask('b', 1_000)])).toEqual(['waited', 'A', 'B'])
  })

  it('end a process that fills its heap', async () => {
    await expect(started().ask('fill the heap')).rejects.toMatchObject({ reason: 'ended' })
  })

  it.skipIf(!isLinux)('end a process that fills native memory', async () => {
    const { ask } = started({ memory: { heap: 64, resident: 400 } })
    await expect(ask('fill native memory')).rejects.toMatchObject({
      reason: 'memory',
      message: 'takes more than 400 MiB of memory',
    })
  })

  it('end a process whose answer is too large, before the answer is read', async () => {
    const { ask } = started({ maxAnswer: 1_000_000 })
    await expect(ask('bytes')).rejects.toMatchObject({ reason: 'output' })
    await expect(started().ask('claim a large answer')).rejects.toMatchObject({ reason: 'output' })
  })

  it.each(['break the protocol', 'answer twice'])(
    'end one that breaks the protocol: %s',
    async (question) => {
      const { sandbox, ask } = started()
      await ask(question).catch(() => undefined)
      await expect.poll(() => sandbox.alive()).toBe(false)
      await expect(ask('a')).rejects.toMatchObject({ reason: 'ended' })
    },
  )

  it('end with the signal of a call', async () => {
    const { sandbox } = started()
    const gone = new AbortController()
    const answer = sandbox.call('compute without end', { cpuMs, signal: gone.signal })
    gone.abort(new Error('the caller left'))
    await expect(answer).rejects.toThrow('the caller left')
    expect(sandbox.alive()).toBe(false)
  })

  it('end a stalled body, and return the error of a failed one', async () => {
    const { sandbox } = started()
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
    await expect(sandbox.call('a', { cpuMs: 20, body: silent })).rejects.toMatchObject({ reason: 'time' })
    async function* broken() {
      yield new Uint8Array(10)
      throw new Error('storage is gone')
    }
    await expect(started().sandbox.call('a', { cpuMs, body: broken() })).rejects.toThrow('storage is gone')
  })
})

describe('a process that does not start, or ends', () => {
  it('reports the standard error output of the program', async () => {
    const { ask } = started({ program: `${import.meta.dirname}/programs/missing.ts` })
    await expect(ask('a')).rejects.toMatchObject({
      reason: 'start',
      message: expect.stringContaining('missing.ts'),
    })
  })

  it('reports its end', async () => {
    await expect(started().ask('exit')).rejects.toMatchObject({ reason: 'ended' })
    await expect(started().ask('complain and exit')).rejects.toThrow('ended (7)')
  })

  it('ends after a question that cannot be sent', async () => {
    const { sandbox, ask } = started()
    await expect(ask(() => '')).rejects.toThrow('could not be sent')
    expect(sandbox.alive()).toBe(false)
  })
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
