import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('render-process.ts', import.meta.url))
/** In a container nobody may raise a priority again; as root, another user stands for that. */
const withoutRights = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

it.skipIf(process.platform === 'win32')('a rendering process works where the whole system was started behind others', async () => {
  const child = spawn('nice', ['-n', '15', process.execPath, program], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    ...withoutRights,
  })
  try {
    child.send({ kind: 'begin', memoryMiB: 512, extension: '.png', widths: [10] })
    child.send({ kind: 'chunk', bytes: Buffer.from('no image') })
    child.send({ kind: 'end' })
    const [reply] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    expect(reply).toMatchObject({ kind: 'refused' })
  } finally {
    child.kill('SIGKILL')
  }
})
