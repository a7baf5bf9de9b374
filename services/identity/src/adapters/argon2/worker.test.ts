import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { hasLowPriority, spawnAtLowPriority } from '@typecase/testing/low-priority'
import { expect, it } from 'vitest'

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

it.skipIf(!hasLowPriority)('a hashing process works in a system that runs at low priority', async () => {
  const child = spawnAtLowPriority([worker], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    child.send({ id: 1, job: { kind: 'hash', password: 'a good password' } })
    const [reply] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    expect(reply).toMatchObject({ id: 1, result: expect.stringContaining('$argon2id$') })
  } finally {
    child.kill('SIGKILL')
  }
})
