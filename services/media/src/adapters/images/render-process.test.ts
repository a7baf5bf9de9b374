import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { hasLowPriority, spawnAtLowPriority } from '@typecase/testing/low-priority'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('render-process.ts', import.meta.url))

it.skipIf(!hasLowPriority)('a rendering process works in a system that runs at low priority', async () => {
  const child = spawnAtLowPriority([program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
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
