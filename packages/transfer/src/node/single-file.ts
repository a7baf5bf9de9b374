/** One file as a tree: an export in XML or JSON. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { TransferError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { type Tree, tooLarge } from '../source/tree.ts'

export async function openSingleFile(path: string, limits: Limits): Promise<Tree> {
  const file = await open(path)
  const { size } = await file.stat()
  await file.close()
  const name = basename(path)
  if (size > limits.exportBytes) throw tooLarge(name, limits.exportBytes)
  const checkName = (asked: string): void => {
    if (asked !== name) throw new TransferError('NOT_FOUND', `${asked} does not exist`)
  }
  const read = async (asked: string, limit: number = limits.textBytes): Promise<Buffer> => {
    checkName(asked)
    if (size > limit) throw tooLarge(name, limit)
    const chunks: Buffer[] = []
    for await (const chunk of createReadStream(path)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  return {
    files: [{ path: name, bytes: size }],
    has: (asked) => asked === name,
    read,
    async open(asked) {
      checkName(asked)
      return createReadStream(path)
    },
    close: async () => undefined,
  }
}
