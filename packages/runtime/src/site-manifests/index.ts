/** Reads the manifests of published sites (packages/contracts/src/published-site.ts). */
import { text } from 'node:stream/consumers'
import {
  parseManifest,
  parseManifestIndex,
  type SiteGeneration,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import { limitConcurrency } from '@typecase/kernel'
import type { BlobStore } from '../blobs/index.ts'

export interface ManifestPart {
  readonly digest: string
  readonly files: SiteObjects
}

export interface ManifestReader {
  /** The parts of the manifest, in order. @throws Error if an object is missing or invalid */
  parts(generation: SiteGeneration): Promise<readonly ManifestPart[]>
}

const readsAtOnce = 16

/** Names the files of a generation: two generations with the same digest have the same files. */
export const manifestDigest = ({ manifest, index }: SiteGeneration): string => index ?? manifest

/** Reader of one output. Keeps the parts that it returned last, so that a later manifest reads only new ones. */
export function manifestReader(blobs: BlobStore, outputDir: string): ManifestReader {
  const places = sitePlaces(outputDir)
  let known: ReadonlyMap<string, SiteObjects> = new Map()

  async function read(digest: string): Promise<string> {
    const found = await blobs.get(places.manifest(digest))
    if (!found) throw new Error('the manifest of a generation is missing')
    return text(found.stream)
  }

  return {
    async parts({ manifest, index }) {
      const digests = index === undefined ? [manifest] : parseManifestIndex(await read(index))
      const limited = limitConcurrency(readsAtOnce)
      const parts = await Promise.all(
        digests.map(async (digest) => {
          const files = known.get(digest) ?? parseManifest(await limited(() => read(digest)))
          return { digest, files }
        }),
      )
      known = new Map(parts.map(({ digest, files }) => [digest, files]))
      return parts
    },
  }
}

export const filesOfParts = (parts: readonly ManifestPart[]): SiteObjects =>
  parts.length === 1 && parts[0] ? parts[0].files : new Map(parts.flatMap(({ files }) => [...files]))
