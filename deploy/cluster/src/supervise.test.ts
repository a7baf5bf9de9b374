import { describe, expect, it } from 'vitest'
import { type Child, supervise } from './supervise.ts'

/** A fake process that ends when the test calls `end`. */
function fakeProcess(pid: number): Child & { end(how: string): void } {
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

function fakeLauncher() {
  const processes: ReturnType<typeof fakeProcess>[] = []
  const output: string[] = []
  const launch = async () => {
    const next = fakeProcess(processes.length + 1)
    processes.push(next)
    return next
  }
  return { processes, output, launch, print: (line: string) => void output.push(line) }
}

describe('supervise', () => {
  it('restarts a process that exited, and prints why', async () => {
    const { processes, output, launch, print } = fakeLauncher()
    const supervised = await supervise('x', launch, print)
    processes[0]?.end('x ended with code 1')
    await expect.poll(() => supervised.pid(), { timeout: 2_000 }).toBe(2)
    expect(output).toEqual(['x ended with code 1; restarting in 200 ms'])
    await supervised.stop()
  })

  it('does not restart a stopped process', async () => {
    const { processes, launch, print } = fakeLauncher()
    const supervised = await supervise('x', launch, print)
    await supervised.stop()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(processes).toHaveLength(1)
  })

  it('starts one new process for a requested restart, although the old process exits', async () => {
    const { processes, output, launch, print } = fakeLauncher()
    const supervised = await supervise('x', launch, print)
    await supervised.restart()
    expect(supervised.pid()).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(processes).toHaveLength(2)
    expect(output).toEqual([])
    await supervised.stop()
  })

  it('starts the next process after `meanwhile`, even if `meanwhile` rejects', async () => {
    const { processes, launch, print } = fakeLauncher()
    const supervised = await supervise('x', launch, print)
    await supervised.restart(async () => expect(processes).toHaveLength(1), 'SIGKILL')
    expect(supervised.pid()).toBe(2)
    await expect(supervised.restart(() => Promise.reject(new Error('no such folder')))).rejects.toThrow(
      'no such folder',
    )
    expect(supervised.pid()).toBe(3)
    await supervised.stop()
  })

  it('retries a failed start', async () => {
    const { processes, output, launch, print } = fakeLauncher()
    let failures = 1
    const launchFailingOnce = () =>
      processes.length === 1 && failures-- > 0 ? Promise.reject(new Error('port taken')) : launch()
    const supervised = await supervise('x', launchFailingOnce, print)
    processes[0]?.end('x ended')
    await expect.poll(() => supervised.pid(), { timeout: 3_000 }).toBe(2)
    expect(output).toContain('x does not start: port taken')
    await supervised.stop()
  })
})
