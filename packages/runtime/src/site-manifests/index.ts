/** Reads the manifests of published sites (packages/contracts/src/published-site.ts). */
import { text } from 'node:stream/consumers'
import {
  parseManifest,
  parseManifestIndex,
  type SiteGeneration,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '../blobs/index.ts'

export interface ManifestPart {
  readonly digest: string
  readonly files: SiteObjects
}

export interface StoredManifest {
  /** Manifests with the same digest have the same files. */
  readonly digest: string
  readonly parts: readonly ManifestPart[]
  readonly files: SiteObjects
}

const readsAtOnce = 16

/**
 * Reads the manifest of a generation. Reuses the parts that `last` has; returns `last` if it is the same
 * manifest. After an error, starts no further read.
 * @throws Error if an object is missing or invalid
 */
export async function readManifest(
  blobs: BlobStore,
  outputDir: string,
  { manifest, index }: SiteGeneration,
  last?: StoredManifest,
): Promise<StoredManifest> {
  const digest = index ?? manifest
  if (last?.digest === digest) return last
  const places = sitePlaces(outputDir)
  const read = async (digest: string): Promise<string> => {
    const found = await blobs.get(places.manifest(digest))
    if (!found) throw new Error('the manifest of a generation is missing')
    return text(found.stream)
  }
  const byDigest = new Map(last?.parts.map((part) => [part.digest, part]))
  const digests = index === undefined ? [manifest] : parseManifestIndex(await read(index))
  const unread = [...new Set(digests)].filter((digest) => !byDigest.has(digest))
  const readInTurn = async () => {
    for (let digest = unread.pop(); digest !== undefined; digest = unread.pop())
      try {
        byDigest.set(digest, { digest, files: parseManifest(await read(digest)) })
      } catch (error) {
        unread.length = 0
        throw error
      }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, readInTurn))
  const parts = digests.flatMap((digest) => byDigest.get(digest) ?? [])
  return { digest, parts, files: new Map(parts.flatMap(({ files }) => [...files])) }
}
