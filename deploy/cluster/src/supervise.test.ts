import { describe, expect, it } from 'vitest'
import { type Child, supervise } from './supervise.ts'

/** A fake process whose end the test controls. */
function actor(pid: number): Child & { end(how: string): void } {
  let end: (how: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  return {
    pid,
    ended,
    end,
    kill: (signal) => end(signal),
    stop: async () => end('stopped'),
  }
}

function cast() {
  const actors: ReturnType<typeof actor>[] = []
  const output: string[] = []
  const launch = async () => {
    const next = actor(actors.length + 1)
    actors.push(next)
    return next
  }
  return { actors, output, launch, print: (line: string) => void output.push(line) }
}

describe('supervision', () => {
  it('restarts and reports a process that ended unexpectedly', async () => {
    const { actors, output, launch, print } = cast()
    const supervised = await supervise('x', launch, print)
    actors[0]?.end('x ended with code 1')
    await expect.poll(() => supervised.pid(), { timeout: 2_000 }).toBe(2)
    expect(output).toEqual(['x ended with code 1; restarting in 200 ms'])
    await supervised.stop()
  })

  it('does not restart a stopped process', async () => {
    const { actors, launch, print } = cast()
    const supervised = await supervise('x', launch, print)
    await supervised.stop()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(actors).toHaveLength(1)
  })

  it('restarts once on request, and not again for the end that it caused', async () => {
    const { actors, output, launch, print } = cast()
    const supervised = await supervise('x', launch, print)
    await supervised.restart()
    expect(supervised.pid()).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(actors).toHaveLength(2)
    expect(output).toEqual([])
    await supervised.stop()
  })

  it('starts the next process after `meanwhile`, also when that failed', async () => {
    const { actors, launch, print } = cast()
    const supervised = await supervise('x', launch, print)
    await supervised.restart(async () => expect(actors).toHaveLength(1), 'SIGKILL')
    expect(supervised.pid()).toBe(2)
    await expect(supervised.restart(() => Promise.reject(new Error('no such folder')))).rejects.toThrow(
      'no such folder',
    )
    expect(supervised.pid()).toBe(3)
    await supervised.stop()
  })

  it('keeps trying when a start fails', async () => {
    const { actors, output, launch, print } = cast()
    let refusals = 1
    const reluctant = () =>
      actors.length === 1 && refusals-- > 0 ? Promise.reject(new Error('port taken')) : launch()
    const supervised = await supervise('x', reluctant, print)
    actors[0]?.end('gone')
    await expect.poll(() => supervised.pid(), { timeout: 3_000 }).toBe(2)
    expect(output).toContain('x does not start: port taken')
    await supervised.stop()
  })
})
