import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))
/** In a container nobody may raise a priority again; as root, another user stands for that. */
const withoutRights = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

it.skipIf(process.platform === 'win32')('a hashing process works where the whole system was started behind others', async () => {
  const child = spawn('nice', ['-n', '15', process.execPath, worker], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...withoutRights,
  })
  try {
    child.send({ id: 1, job: { kind: 'hash', password: 'a good password' } })
    const [reply] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    expect(reply).toMatchObject({ id: 1, result: expect.stringContaining('$argon2id$') })
  } finally {
    child.kill('SIGKILL')
  }
})
