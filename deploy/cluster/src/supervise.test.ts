import { describe, expect, it } from 'vitest'
import { type Child, supervise } from './supervise.ts'

/** A process in name only, which ends when it is told to. */
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
  const said: string[] = []
  const launch = async () => {
    const next = actor(actors.length + 1)
    actors.push(next)
    return next
  }
  return { actors, said, launch, say: (line: string) => void said.push(line) }
}

describe('supervision', () => {
  it('starts a process again that ended by itself, and says so', async () => {
    const { actors, said, launch, say } = cast()
    const supervised = await supervise('x', launch, say)
    actors[0]?.end('x ended with code 1')
    await expect.poll(() => supervised.pid(), { timeout: 2_000 }).toBe(2)
    expect(said).toEqual(['x ended with code 1; starting it again in 200 ms'])
    await supervised.stop()
  })

  it('leaves a process ended that was stopped', async () => {
    const { actors, launch, say } = cast()
    const supervised = await supervise('x', launch, say)
    await supervised.stop()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(actors).toHaveLength(1)
  })

  it('restarts once when asked, not a second time for the end that it caused', async () => {
    const { actors, said, launch, say } = cast()
    const supervised = await supervise('x', launch, say)
    await supervised.restart()
    expect(supervised.pid()).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(actors).toHaveLength(2)
    expect(said).toEqual([])
    await supervised.stop()
  })

  it('starts the next one when what was to be done meanwhile is done, also when that failed', async () => {
    const { actors, launch, say } = cast()
    const supervised = await supervise('x', launch, say)
    await supervised.restart(async () => expect(actors).toHaveLength(1), 'SIGKILL')
    expect(supervised.pid()).toBe(2)
    await expect(supervised.restart(() => Promise.reject(new Error('no such folder')))).rejects.toThrow(
      'no such folder',
    )
    expect(supervised.pid()).toBe(3)
    await supervised.stop()
  })

  it('goes on trying when the next start fails', async () => {
    const { actors, said, launch, say } = cast()
    let refusals = 1
    const reluctant = () =>
      actors.length === 1 && refusals-- > 0 ? Promise.reject(new Error('port taken')) : launch()
    const supervised = await supervise('x', reluctant, say)
    actors[0]?.end('gone')
    await expect.poll(() => supervised.pid(), { timeout: 3_000 }).toBe(2)
    expect(said).toContain('x does not start: port taken')
    await supervised.stop()
  })
})
