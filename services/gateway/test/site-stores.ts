import { createHash } from 'node:crypto'
import { link, mkdir, readFile, realpath, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  manifestIndexText,
  manifestText,
  type SiteGeneration,
  type SiteObject,
  sitePlaces,
} from '@typecase/contracts/published-site'
import { type BlobStore, s3BlobStore } from '@typecase/runtime/blobs'
import { type FreshBucket, freshBucket } from '@typecase/testing/s3'
import { s3SiteFiles } from '../src/adapters/s3/site-files.ts'
import { startGateway, type TestGateway } from './gateway.ts'

/** A store of sites, and a gateway that serves them. */
export interface SiteStore {
  readonly name: string
  readonly skip: string | undefined
  start(): Promise<TestGateway>
  /** Replaces the live site, as the publisher does. */
  publish(outputDir: string, content: Record<string, string>): Promise<void>
  close(): Promise<void>
}

let count = 0

export function folderStore(): SiteStore {
  let root = ''
  return {
    name: 'a folder',
    skip: undefined,
    async start() {
      const gateway = await startGateway()
      root = gateway.siteRoot
      return gateway
    },
    async publish(outputDir, content) {
      count += 1
      const folder = `.generations/${count}`
      for (const [name, text] of Object.entries(content)) {
        const file = join(root, folder, name)
        await mkdir(dirname(file), { recursive: true })
        const same = join(root, outputDir, name)
        const isSame = (await readFile(same, 'utf8').catch(() => undefined)) === text
        await (isSame ? link(await realpath(same), file) : writeFile(file, text))
      }
      await symlink(folder, join(root, 'next'))
      await rename(join(root, 'next'), join(root, outputDir))
    },
    close: async () => undefined,
  }
}

/** With `isInParts`, every file is in its own part of the manifest. */
export function s3Store(skip: string | undefined, { isInParts = false } = {}): SiteStore {
  let bucket: FreshBucket
  let blobs: BlobStore
  return {
    name: isInParts ? 'S3 with manifests in parts' : 'S3',
    skip,
    async start() {
      bucket = await freshBucket('gateway-site')
      blobs = s3BlobStore(bucket)
      return startGateway({}, s3SiteFiles(blobs))
    },
    publish: (outputDir, content) => putSite(blobs, outputDir, content, isInParts),
    close: () => bucket.drop(),
  }
}

/** Writes a site as objects, as the publisher does. */
export async function putSite(
  blobs: BlobStore,
  outputDir: string,
  content: Record<string, string>,
  isInParts = false,
): Promise<void> {
  count += 1
  const put = (key: string, bytes: string) =>
    blobs.put(key, Buffer.from(bytes), { contentType: 'application/octet-stream' })
  const digestOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex')
  const places = sitePlaces(outputDir)
  const files = new Map<string, SiteObject>()
  for (const [name, bytes] of Object.entries(content)) {
    await put(places.object(digestOf(bytes)), bytes)
    files.set(name, { source: name, digest: digestOf(bytes), size: Buffer.byteLength(bytes) })
  }
  const putManifest = async (manifest: string) => {
    await put(places.manifest(digestOf(manifest)), manifest)
    return digestOf(manifest)
  }
  const manifest: SiteGeneration = {
    manifest: await putManifest(manifestText(isInParts ? new Map() : files)),
  }
  const parts = isInParts ? [...files].map((file) => manifestText(new Map([file]))) : []
  const index = await Promise.all(parts.map(putManifest))
  const generation = {
    id: String(count),
    trigger: 'manual',
    pages: 1,
    at: new Date().toISOString(),
    ...manifest,
    ...(isInParts ? { index: await putManifest(manifestIndexText(index)) } : {}),
  }
  await put(
    places.pointer(count),
    JSON.stringify({ outputDir, live: generation.id, generations: [generation] }),
  )
  for await (const { key } of blobs.list(places.pointers))
    if (key !== places.pointer(count)) await blobs.delete(key)
}
