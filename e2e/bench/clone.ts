/** What a newcomer waits for: from a clean clone to the first answer. */
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
    const first = await untilFirstAnswer(checkout)
    const again = await untilFirstAnswer(checkout)
    printTable(
      'From a clean clone (packages come from the registry or its cache on this machine)',
      ['what', 'value', 'unit'],
      [
        ['git clone', round((cloned - began) / 1000, 1), 's'],
        ['first npm start, until the API answers', round(first / 1000, 1), 's'],
        ['second npm start, until the API answers', round(again / 1000, 2), 's'],
      ],
    )
  } finally {
    folder.remove()
  }
}

async function untilFirstAnswer(checkout: string): Promise<number> {
  const ports = await freePorts()
  const began = performance.now()
  const child = spawn('npm', ['start'], { cwd: checkout, env: { ...process.env, ...ports }, stdio: 'inherit', detached: true })
  const ended = once(child, 'exit')
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${ports.PORT}/api/posts`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const ms = performance.now() - began
  // The group, as Ctrl-C in a terminal does.
  process.kill(-(child.pid as number), 'SIGINT')
  await ended
  return ms
}
