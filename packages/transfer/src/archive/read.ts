/** Opens an archive after checking all digests and values, so that a damaged archive changes nothing. */
import { sha256 as createDigest } from '#sha256'
import { textOf } from '../bytes.ts'
import { TransferError } from '../errors.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import type { EntryKind, EntryOf } from '../model.ts'
import { shown } from '../source/safe-path.ts'
import { below, type Tree } from '../source/tree.ts'
import { entriesOf } from './entries.ts'
import { type Manifest, manifestFile, parseManifest } from './manifest.ts'

export interface Archive {
  readonly manifest: Manifest
  /**
   * Yields settings, media, pages (parents first), posts, menu, users, redirects, comments and members, in
   * this order. Yields only the wanted kinds; by default, all.
   */
  entries<K extends EntryKind = EntryKind>(wanted?: readonly K[]): AsyncGenerator<EntryOf<K>>
}

/**
 * Verifies and opens an archive. Its files may be in one enclosing folder, which some archivers add.
 * @throws TransferError TOO_LARGE, or DAMAGED with the first missing, changed, unlisted or invalid file
 */
export async function openArchive(outer: Tree, limits: Limits = defaultLimits): Promise<Archive> {
  const tree = below(outer, rootOf(outer))
  const manifest = parseManifest(textOf(await tree.read(manifestFile, 8 * limits.textBytes)))
  for (const { path } of tree.files)
    if (path !== manifestFile && !Object.hasOwn(manifest.files, path))
      throw new TransferError('DAMAGED', `${shown(path)} is not listed in ${manifestFile}`)
  for (const [path, { sha256, bytes }] of Object.entries(manifest.files)) {
    if (!tree.has(path)) throw new TransferError('DAMAGED', `${shown(path)} is missing`)
    await verify(tree, path, sha256, bytes)
  }
  const archive = archiveOf(tree, manifest, limits)
  // Reads and checks all texts once, so that an import does not fail halfway.
  for await (const _entry of archive.entries());
  return archive
}

/** Opens an archive that this program has just written, without verifying it. */
export const archiveOf = (tree: Tree, manifest: Manifest, limits: Limits = defaultLimits): Archive => ({
  manifest,
  entries: <K extends EntryKind>(wanted?: readonly K[]) =>
    entriesOf(tree, manifest, limits, wanted) as AsyncGenerator<EntryOf<K>>,
})

function rootOf(tree: Tree): string {
  if (tree.has(manifestFile)) return ''
  const [first] = tree.files
  const folder = first?.path.split('/')[0] ?? ''
  if (tree.has(`${folder}/${manifestFile}`)) return folder
  throw new TransferError('UNKNOWN_FORMAT', `${manifestFile} is missing: this is not a Typecase archive`)
}

async function verify(tree: Tree, path: string, sha256: string, bytes: number): Promise<void> {
  const digest = createDigest()
  let read = 0
  for await (const chunk of await tree.open(path)) {
    read += chunk.length
    if (read > bytes) break
    digest.update(chunk)
  }
  if (read !== bytes || digest.hex() !== sha256)
    throw new TransferError('DAMAGED', `${shown(path)} differs from its digest in ${manifestFile}`)
}
