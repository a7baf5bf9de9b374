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

/** Starts a process that takes `stopMs` to stop. `printed` waits until its output contains a text. */
async function running(stopMs: number) {
  const child = spawn(process.execPath, [entry, String(stopMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const ended = once(child, 'close')
  let output = ''
  let onOutput = () => undefined as undefined
  child.stdout.on('data', (chunk) => {
    output += chunk
    onOutput()
  })
  const printed = (text: string) =>
    new Promise<void>((resolve) => {
      onOutput = () => {
        if (output.includes(text)) resolve()
      }
      onOutput()
    })
  await printed('ready')
  return { child, printed, ended: async () => (await ended)[0], output: () => output }
}

describe('a process that receives a stop signal', () => {
  it('exits with 0 and prints that it stopped', async () => {
    const { child, ended, output } = await running(0)
    child.kill('SIGINT')
    expect(await ended()).toBe(0)
    expect(output()).toBe('ready\nStopped.\n')
  })

  it('treats two simultaneous signals as one, and prints progress if the stop is slow', async () => {
    const { child, ended, output } = await running(1_500)
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await ended()).toBe(0)
    expect(output()).toMatch(/^ready\n(Stopping: .*\n)+Stopped\.\n$/)
  })

  it('exits immediately on a later second signal', async () => {
    const { child, printed, ended } = await running(60_000)
    child.kill('SIGHUP')
    await printed('Stopping')
    child.kill('SIGINT')
    expect(await ended()).toBe(1)
  })
})
