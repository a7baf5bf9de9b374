/** Writes pages into a release that another publisher stages in a shared folder. */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { leaseLost } from '../../core/errors.ts'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { ContributedFile, Contribution, StagedRelease, WrittenFile } from '../../core/ports.ts'
import { makeDurable } from './durable.ts'
import { releasesOf, stagingName } from './release-layout.ts'
import type { StoreState } from './store-state.ts'
import { lastToken } from './switch-output.ts'

export async function contribute(store: StoreState, to: StagedRelease): Promise<Contribution> {
  const { disk, fileSystem, root } = store
  const releases = releasesOf(root, safePath(to.outputDir))
  const folder = join(releases, stagingName(safePath(to.generationId), to.token))
  const draft = `${folder}.copy-${randomUUID()}`
  const paths: string[] = []

  /**
   * Fails if the folder does not exist, so that a release that is no longer staged gets no new folder.
   * @throws LEASE_LOST
   */
  async function writeFiles(files: readonly ContributedFile[]): Promise<void> {
    if ((await lastToken(releases)) > to.token) throw leaseLost()
    await disk.writeShared({ folder, files, draft })
  }

  await writeFiles([])
  return {
    async write(files) {
      for (const { path } of files) safePath(path)
      // Computed before writing, because the bytes are transferred to the disk thread.
      const written = files.map(writtenFile)
      await writeFiles(files)
      for (const { path } of files) paths.push(path)
      return written
    },
    async durable() {
      if (!(await fileSystem.sync())) await makeDurable(fileSystem, { folder, written: paths })
    },
  }
}

const writtenFile = ({ path, content }: ContributedFile): WrittenFile => ({
  path,
  digest: createHash('sha256').update(content).digest('hex'),
  size: content.length,
})
