import zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { packReport, unpackReport } from './shard-wire.ts'

it('unpacks a packed report, and rejects data that would unpack to more than 256 MiB', async () => {
  const page = { number: 0, digest: 'd', size: 1, references: 'r' }
  const report = { planned: 'p', pages: [page], errors: [] }
  expect(await unpackReport(await packReport(report))).toEqual(report)
  const bomb = zlib.zstdCompressSync(Buffer.alloc(257 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(100_000)
  await expect(unpackReport(bomb)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
})
