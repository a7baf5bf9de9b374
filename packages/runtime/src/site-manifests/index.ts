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

const readsAtOnce = 16

/** Names the files of a generation: two generations with the same digest have the same files. */
export const manifestDigest = ({ manifest, index }: SiteGeneration): string => index ?? manifest

/**
 * Reads the parts of a manifest, in order, except those in `known`. After an error, starts no further read.
 * @throws Error if an object is missing or invalid
 */
export async function readManifest(
  blobs: BlobStore,
  outputDir: string,
  { manifest, index }: SiteGeneration,
  known: readonly ManifestPart[] = [],
): Promise<readonly ManifestPart[]> {
  const places = sitePlaces(outputDir)
  const read = async (digest: string): Promise<string> => {
    const found = await blobs.get(places.manifest(digest))
    if (!found) throw new Error('the manifest of a generation is missing')
    return text(found.stream)
  }
  const byDigest = new Map(known.map((part) => [part.digest, part]))
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
  return digests.flatMap((digest) => byDigest.get(digest) ?? [])
}

export const filesOfParts = (parts: readonly ManifestPart[]): SiteObjects =>
  parts.length === 1 && parts[0] ? parts[0].files : new Map(parts.flatMap(({ files }) => [...files]))
