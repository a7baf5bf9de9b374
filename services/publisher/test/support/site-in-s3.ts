/** Reads a site from an object store as a gateway does. */
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import {
  liveGeneration,
  parsePointer,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { readManifest } from '@typecase/runtime/site-manifests'

/** Key of the newest pointer, which names the live release of the output; undefined if there is none. */
export async function pointerKey(blobs: BlobStore, outputDir: string): Promise<string | undefined> {
  let last: string | undefined
  for await (const { key } of blobs.list(sitePlaces(outputDir).pointers)) last = key
  return last
}

/** The files of the release that the pointer `key` names. @throws Error if an object is missing */
export async function filesBehind(blobs: BlobStore, outputDir: string, key: string): Promise<SiteObjects> {
  const generation = liveGeneration(parsePointer(await textOf(blobs, key)))
  return (await readManifest(blobs, outputDir, generation)).files
}

/** Digests of all files of the site by path, read from the store, like `filesOf` for a folder. */
export async function digestsIn(blobs: BlobStore, outputDir: string): Promise<Record<string, string>> {
  const key = await pointerKey(blobs, outputDir)
  if (key === undefined) return {}
  const digests: Record<string, string> = {}
  for (const [path, { digest }] of await filesBehind(blobs, outputDir, key)) {
    const object = await blobs.get(sitePlaces(outputDir).object(digest))
    if (!object) throw new Error(`${path} is missing`)
    const sum = createHash('sha256')
    for await (const chunk of object.stream) sum.update(chunk)
    digests[path] = sum.digest('hex').slice(0, 12)
  }
  return digests
}

async function textOf(blobs: BlobStore, key: string): Promise<string> {
  const object = await blobs.get(key)
  if (!object) throw new Error(`${key} is missing`)
  return text(object.stream)
}
