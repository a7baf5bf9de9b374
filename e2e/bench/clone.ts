/** Time to the first response after cloning the repository, with empty npm and pnpm caches. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts, temporaryFolder } from '../process.ts'
import { printTable, round } from './table.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))

export async function measureClone(): Promise<void> {
  const folder = temporaryFolder()
  try {
    const checkout = join(folder.path, 'typecase')
    const began = performance.now()
    execFileSync('git', ['clone', '--quiet', repository, checkout])
    const cloned = performance.now()
    const caches = cachesBelow(folder.path)
    const first = await untilFirstAnswer(checkout, caches)
    const size = mebibytesOf(join(checkout, 'node_modules'), join(checkout, '.tools'))
    const again = await untilFirstAnswer(checkout, caches)
    printTable(
      'From a clean clone with empty caches',
      ['what', 'value', 'unit'],
      [
        ['git clone', round((cloned - began) / 1000, 1), 's'],
        ['first npm start, until the API responds', round(first / 1000, 1), 's'],
        ['packages, Node and pnpm on disk', size, 'MiB'],
        ['second npm start, until the API responds', round(again / 1000, 2), 's'],
      ],
    )
  } finally {
    folder.remove()
  }
}

const cachesBelow = (folder: string) => ({
  npm_config_cache: join(folder, 'npm'),
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  XDG_STATE_HOME: join(folder, 'state'),
})

const mebibytesOf = (...folders: readonly string[]) =>
  Number(/^(\d+)\s+total$/m.exec(execFileSync('du', ['-smc', ...folders], { encoding: 'utf8' }))?.[1])

async function untilFirstAnswer(checkout: string, caches: Record<string, string>): Promise<number> {
  const ports = await freePorts()
  const began = performance.now()
  const env = { ...process.env, ...ports, ...caches }
  const child = spawn('npm', ['start'], { cwd: checkout, env, stdio: 'inherit', detached: true })
  const ended = once(child, 'exit')
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${ports.PORT}/api/posts`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const ms = performance.now() - began
  // Sends the signal to the process group, as Ctrl-C in a terminal does.
  process.kill(-(child.pid as number), 'SIGINT')
  await ended
  return ms
}
