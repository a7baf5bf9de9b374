import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, onTestFinished } from 'vitest'

it('a program that computes ends with the process that started it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'typecase-programs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const busy = join(folder, 'busy.ts')
  await writeFile(busy, `process.send?.('busy')\nfor (;;);\n`)
  const programs = new URL('./index.ts', import.meta.url).href
  const script = `
    import { startProgram } from ${JSON.stringify(programs)}
    const stdio = ['ignore', 'inherit', 'ignore', 'ipc']
    const child = startProgram(${JSON.stringify(busy)}, [], { execArgv: [], env: {}, stdio })
    child.once('message', () => process.stdout.write(String(child.pid), () => process.exit(1)))`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = await once(parent.stdout, 'data')
  const closed = once(parent, 'close')
  // The program has the same standard output, which closes when both have ended.
  let isClosed = false
  onTestFinished(() => {
    if (!isClosed) process.kill(Number(pid), 'SIGKILL')
  })
  await closed
  isClosed = true
})
