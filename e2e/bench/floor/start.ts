/** Starts the floor, a minimal server to compare Typecase with, in its own process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@typecase/runtime/child-process'

const entry = fileURLToPath(new URL('process.ts', import.meta.url))

export async function startFloor(databaseUrl: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [entry, String(port), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the floor ended with ${code}`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
