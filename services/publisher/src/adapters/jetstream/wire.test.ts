import zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { packRendered, unpackRendered } from './wire.ts'

it('unpacks what was packed, and ends early where few bytes would unpack to more than 256 MiB', async () => {
  const rendered = { done: [[0, { html: Buffer.from('<p>'), references: '' }]], faults: [] } as const
  expect(await unpackRendered(await packRendered(rendered))).toEqual(rendered)
  const bomb = zlib.zstdCompressSync(Buffer.alloc(257 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(100_000)
  await expect(unpackRendered(bomb)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
})
