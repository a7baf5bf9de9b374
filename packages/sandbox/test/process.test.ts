import { describe, expect, it } from 'vitest'
import { cpuMs, isLinux, started } from './support.ts'

describe('a sandboxed process', () => {
  it('answers calls in order', async () => {
    const { ask } = started()
    expect(await Promise.all(['a', 'b', 'c'].map((text) => ask(text)))).toEqual(['A', 'B', 'C'])
    expect(await ask('pid')).toBe(await ask('pid'))
  })

  it('returns bytes with an answer, in memory that the caller allocates', async () => {
    const memory = new Uint8Array(1024 * 1024 + 1)
    const { sandbox } = started({ allocate: (length) => memory.subarray(0, length) })
    const { answer, bytes } = await sandbox.call<string>('bytes', { cpuMs })
    expect([answer, bytes.length, bytes.buffer === memory.buffer]).toEqual(['bytes', 1024 * 1024 + 1, true])
    expect([bytes[0], bytes.at(-1)]).toEqual([97, 98])
  })

  it('receives the complete body, streamed or not', async () => {
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

  it('streams parts to a slow consumer in order', async () => {
    const { sandbox } = started()
    const received: number[] = []
    for await (const { answer, bytes } of sandbox.stream<{ part: number }>(5, { cpuMs })) {
      received.push(answer.part)
      expect([bytes.length, bytes[0]]).toEqual([1024 * 1024, answer.part])
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(received).toEqual([0, 1, 2, 3, 4])
    expect((await sandbox.call('a', { cpuMs })).answer).toBe('A')
  })

  it('ends when the consumer stops reading a stream', async () => {
    const { sandbox } = started()
    for await (const { bytes } of sandbox.stream(5, { cpuMs })) if (bytes[0] === 1) break
    expect(sandbox.alive()).toBe(false)
  })

  it('streams all parts before an error, and accepts further calls after it', async () => {
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
  it('end a process that exceeds its CPU time, and reject the calls that wait for the process', async () => {
    const { sandbox, ask } = started()
    const pid = Number(await ask('pid'))
    const all = await Promise.allSettled([ask('compute without end', 300), ask('a')])
    for (const result of all) expect(result).toMatchObject({ reason: { reason: 'time' } })
    expect(sandbox.alive()).toBe(false)
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect(ask('a')).rejects.toMatchObject({ reason: 'time' })
  })

  it('do not count the time for which a call waits for earlier calls', async () => {
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
      message: 'the process takes more than 400 MiB of memory',
    })
  })

  it('end a process whose answer is too large, before the answer is read', async () => {
    const { ask } = started({ maxAnswer: 1_000_000 })
    await expect(ask('bytes')).rejects.toMatchObject({ reason: 'output' })
    await expect(started().ask('claim a large answer')).rejects.toMatchObject({ reason: 'output' })
  })

  it.each(['break the protocol', 'answer twice'])(
    'end a process that breaks the protocol: %s',
    async (question) => {
      const { sandbox, ask } = started()
      await ask(question).catch(() => undefined)
      await expect.poll(() => sandbox.alive()).toBe(false)
      await expect(ask('a')).rejects.toMatchObject({ reason: 'ended' })
    },
  )

  it('end a process whose call is aborted', async () => {
    const { sandbox } = started()
    const controller = new AbortController()
    const answer = sandbox.call('compute without end', { cpuMs, signal: controller.signal })
    controller.abort(new Error('the caller disconnected'))
    await expect(answer).rejects.toThrow('the caller disconnected')
    expect(sandbox.alive()).toBe(false)
  })

  it('end a process whose body stalls, and report the error of a failing body', async () => {
    const { sandbox } = started()
    const stalledBody = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
    }
    await expect(sandbox.call('a', { cpuMs: 20, body: stalledBody })).rejects.toMatchObject({
      reason: 'time',
    })
    async function* failingBody() {
      yield new Uint8Array(10)
      throw new Error('storage is unavailable')
    }
    await expect(started().sandbox.call('a', { cpuMs, body: failingBody() })).rejects.toThrow(
      'storage is unavailable',
    )
  })
})

describe('a process that does not start, or exits', () => {
  it('reports what the program wrote to standard error', async () => {
    const { ask } = started({ program: `${import.meta.dirname}/programs/missing.ts` })
    await expect(ask('a')).rejects.toMatchObject({
      reason: 'start',
      message: expect.stringContaining('missing.ts'),
    })
  })

  it('reports that it has exited', async () => {
    await expect(started().ask('exit')).rejects.toMatchObject({ reason: 'ended' })
    await expect(started().ask('complain and exit')).rejects.toThrow('ended (7)')
  })

  it('ends after a message that cannot be serialized', async () => {
    const { sandbox, ask } = started()
    await expect(ask(() => '')).rejects.toThrow('could not be sent')
    expect(sandbox.alive()).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
