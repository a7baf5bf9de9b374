/** Pre-stages (prepares in advance) a copy of the newest release, for the next build to change. */
import { link, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inParallel } from '../../core/pages/in-parallel.ts'
import { compareFiles } from './compare-release.ts'
import type { Disk } from './disk.ts'
import { makeDurable } from './durable.ts'
import type { FileSystemSync } from './file-system-sync.ts'
import type { GarbageCollector } from './garbage.ts'
import { manifestText } from './manifest-file.ts'
import { draftName, listed, manifestOf, preStagedName, preStagedPrefix } from './release-layout.ts'
import { type ReusableRelease, startRelease } from './start-release.ts'

/** Files per disk operation, so that other operations can run in between. */
const filesAtOnce = 500

export interface PreStagingTools {
  readonly disk: Disk
  readonly fileSystem: FileSystemSync
  readonly garbage: GarbageCollector
  readonly releases: string
  /** Aborted when no build will use the copy. */
  readonly signal: AbortSignal
}

let drafts = 0

/**
 * Links all files of the newest release into the directory of the older one. Uses a new directory if there is
 * no older release or another process took its directory.
 * @throws AbortError if aborted, or the file system error for a missing file
 */
export async function preStage(
  { disk, fileSystem, garbage, releases, signal }: PreStagingTools,
  newest: ReusableRelease,
  older: ReusableRelease | undefined,
): Promise<ReusableRelease> {
  // A name that no other publisher uses for its copy of the same release.
  const name = draftName(basename(newest.folder), `${process.pid}-${++drafts}`)
  const draft = join(releases, name)
  try {
    const present = await startRelease(draft, older)
    const { shared, extra } = compareFiles(newest.files, { present, current: newest.files, renew: new Set() })
    const copied: string[] = []
    await inChunks(extra, signal, (paths) => disk.remove({ folder: draft, paths }))
    await inChunks(shared, signal, async (paths) => {
      const linked = await disk.link({ from: newest.folder, to: draft, paths })
      if (linked.missing.length > 0) throw new Error(`the release lacks ${linked.missing[0]}`)
      copied.push(...linked.copied)
    })
    const manifest = manifestOf(draft)
    // Manifests are never modified, so a hard link is safe.
    await link(manifestOf(newest.folder), manifest).catch(() => writeFile(manifest, manifestText(newest)))
    const moved = [...shared, ...extra]
    await makeDurable(fileSystem, { folder: draft, written: copied, moved, besides: [manifest] })
  } catch (error) {
    await garbage.discard(releases, [name])
    throw error
  }
  await garbage.discard(releases, await otherCopies(releases))
  const folder = join(releases, preStagedName(newest.about.id))
  // Renames both, because a manifest without a directory of its name counts as a leftover.
  await rename(manifestOf(draft), manifestOf(folder))
  await rename(draft, folder)
  return { ...newest, folder }
}

/** Names of pre-staged copies, also of incomplete ones without a manifest. */
const otherCopies = async (releases: string): Promise<readonly string[]> =>
  (await listed(releases))
    .map(({ name }) => name)
    .filter((name) => name.startsWith(preStagedPrefix) && !name.endsWith('.json'))

/** Runs two chunks at a time, so that the disk does not wait for a busy main thread. */
async function inChunks(
  paths: readonly string[],
  signal: AbortSignal,
  work: (paths: readonly string[]) => Promise<void>,
): Promise<void> {
  const count = Math.ceil(paths.length / filesAtOnce)
  const chunks = Array.from({ length: count }, (_, n) => paths.slice(n * filesAtOnce, (n + 1) * filesAtOnce))
  await inParallel(chunks, 2, async (chunk) => {
    signal.throwIfAborted()
    await work(chunk)
  })
}
