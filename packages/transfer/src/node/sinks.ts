/** Writes an archive as a folder or a ZIP of this machine. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Sink } from '../archive/sink.ts'
import { TransferError } from '../errors.ts'
import { safePath } from '../source/safe-path.ts'

/**
 * Opens a ZIP if the name ends in `.zip`, otherwise a folder, which must be empty or not exist.
 * @throws TransferError NOT_EMPTY
 */
export const openSink = (target: string): Promise<Sink> =>
  target.toLowerCase().endsWith('.zip') ? zipSink(target) : folderSink(target)

async function folderSink(target: string): Promise<Sink> {
  const existing = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (existing && existing.length > 0)
    throw new TransferError('NOT_EMPTY', `${target} is not empty; choose another folder`)
  const partial = `${target.replace(/[/\\]+$/, '')}.partial-${randomUUID().slice(0, 8)}`
  await mkdir(partial, { recursive: true })
  return {
    async add(path, data) {
      const file = join(partial, safePath(path))
      await mkdir(dirname(file), { recursive: true })
      if (data instanceof Uint8Array) await writeFile(file, data)
      else await pipeline(data, createWriteStream(file))
    },
    async end() {
      if (existing) await rmdir(target)
      await rename(partial, target)
    },
    abort: () => rm(partial, { recursive: true, force: true }),
  }
}

/** Fixed time of ZIP entries, so that equal archives have equal bytes. */
const mtime = new Date(1980, 0, 1)

async function zipSink(target: string): Promise<Sink> {
  await mkdir(dirname(target), { recursive: true })
  const partial = `${target}.partial-${randomUUID().slice(0, 8)}`
  const zip = new yazl.ZipFile()
  const output = createWriteStream(partial, { flags: 'wx' })
  const written = pipeline(zip.outputStream as Readable, output)
  // `end` awaits the promise. An earlier error must not count as unhandled, which would end the process.
  written.catch(() => undefined)
  return {
    async add(path, data) {
      const options = { mtime, mode: 0o100644, compress: true, forceDosTimestamp: true }
      // Waits until yazl has read the source, because yazl would hold queued entries in memory.
      const source = Readable.from(data instanceof Uint8Array ? [data] : data, { objectMode: false })
      zip.addReadStream(source, safePath(path), options)
      await Promise.race([finished(source, { writable: false }), written])
    },
    async end() {
      zip.end()
      await written
      await rename(partial, target)
    },
    async abort() {
      output.destroy()
      await rm(partial, { force: true })
    },
  }
}
