import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const entry = fileURLToPath(new URL('./slow-process.ts', import.meta.url))
const children = new Set<ReturnType<typeof spawn>>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** A process whose stop takes that long. `said` waits until it has printed these words. */
async function running(stopMs: number) {
  const child = spawn(process.execPath, [entry, String(stopMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const ended = once(child, 'close')
  let output = ''
  let heard = () => undefined as undefined
  child.stdout.on('data', (chunk) => {
    output += chunk
    heard()
  })
  const said = (words: string) =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (output.includes(words)) resolve()
      }
      heard()
    })
  await said('ready')
  return { child, said, ended: async () => (await ended)[0], output: () => output }
}

describe('a process with a stop signal', () => {
  it('ends with exit code 0, and reports the end', async () => {
    const { child, ended, output } = await running(0)
    child.kill('SIGINT')
    expect(await ended()).toBe(0)
    expect(output()).toBe('ready\nStopped.\n')
  })

  it('treats two simultaneous signals as one, and reports a slow stop', async () => {
    const { child, ended, output } = await running(1_500)
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await ended()).toBe(0)
    expect(output()).toMatch(/^ready\n(Stopping: .*\n)+Stopped\.\n$/)
  })

  it('ends at once at a second signal', async () => {
    const { child, said, ended } = await running(60_000)
    child.kill('SIGHUP')
    await said('Stopping')
    child.kill('SIGINT')
    expect(await ended()).toBe(1)
  })
})
