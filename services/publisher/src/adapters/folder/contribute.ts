/** Pages of a release that another publisher stages in a folder that both share. */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { leaseLost } from '../../core/errors.ts'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { Contribution, StagedRelease, WrittenFile } from '../../core/ports.ts'
import { placesOf } from './settle.ts'
import { shelfOf, stagingName } from './shelf.ts'
import type { StoreState } from './store-state.ts'

export async function contribute(store: StoreState, to: StagedRelease): Promise<Contribution> {
  const { disk, root } = store
  const shelf = shelfOf(root, safePath(to.outputDir))
  const folder = join(shelf, stagingName(safePath(to.generationId), to.token))
  const shared = { shelf, token: to.token, draft: `${folder}.copy-${randomUUID()}` }
  const paths: string[] = []
  const write = async (files: Parameters<Contribution['write']>[0]) => {
    const { isLate } = await disk.run({ do: 'write', folder, files, shared })
    if (isLate) throw leaseLost()
  }
  await write([])
  return {
    async write(files) {
      for (const { path } of files) safePath(path)
      // Before the writing, because the thread takes the bytes over.
      const written = files.map(writtenFile)
      await write(files)
      for (const { path } of files) paths.push(path)
      return written
    },
    async durable() {
      if (await store.fileSystem.synced()) return
      await disk.run({ do: 'settle', lists: placesOf({ folder, written: paths }) })
    },
  }
}

const writtenFile = ({ path, content }: { path: string; content: Uint8Array }): WrittenFile => ({
  path,
  digest: createHash('sha256').update(content).digest('hex'),
  size: content.length,
})
