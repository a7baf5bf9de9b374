/**
 * Serves sites that are stored as content-addressed objects (packages/contracts/src/published-site.ts). Reads
 * the pointer at most once per second, and the changed parts of the manifest when the pointer has changed.
 */
import { text } from 'node:stream/consumers'
import {
  liveGeneration,
  parsePointer,
  type SiteObject,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { readManifest, type StoredManifest } from '@typecase/runtime/site-manifests'
import type { ShownSite, SiteFile, SiteFiles } from '../../core/site-files.ts'
import { readRedirects, type SiteRedirects } from '../../core/site-redirects.ts'

/** Milliseconds until a switch to another release takes effect if `forget` was not called after it. */
const cacheMs = 1_000

interface Known {
  /** Key of the pointer; undefined if there is none. */
  readonly pointer: string | undefined
  /** Manifest of the live generation. */
  readonly manifest: StoredManifest | undefined
  readonly site: ShownSite | undefined
  readonly until: number
}

export function s3SiteFiles(blobs: BlobStore): SiteFiles {
  const sites = new ShownSites(blobs)

  return {
    async shown(outputDir) {
      const last = sites.known.get(outputDir)
      return (last && Date.now() < last.until ? last : await sites.ask(outputDir)).site
    },
    forget() {
      sites.forgotten += 1
      for (const [outputDir, last] of sites.known) sites.known.set(outputDir, { ...last, until: 0 })
      sites.asking.clear()
    },
  }
}

class ShownSites {
  readonly blobs
  readonly known = new Map<string, Known>()
  readonly asking = new Map<string, Promise<Known>>()
  forgotten = 0

  constructor(blobs: BlobStore) {
    this.blobs = blobs
  }

  async newestPointer(outputDir: string): Promise<string | undefined> {
    let newest: string | undefined
    for await (const { key } of this.blobs.list(sitePlaces(outputDir).pointers)) newest = key
    return newest
  }

  async read(key: string): Promise<string | undefined> {
    const found = await this.blobs.get(key)
    return found && text(found.stream)
  }

  async look(outputDir: string): Promise<Known> {
    const former = this.known.get(outputDir)
    for (let seen: string | undefined; ; ) {
      const until = Date.now() + cacheMs
      const pointer = await this.newestPointer(outputDir)
      if (pointer === undefined) return { pointer, manifest: undefined, site: undefined, until }
      if (pointer === former?.pointer) return { ...former, until }
      const found = await this.read(pointer)
      if (found !== undefined) return await this.follow(outputDir, former, found, { pointer, until })
      // The pointer was replaced between the two requests.
      if (pointer === seen) throw new Error('the pointer of the site is listed but does not exist')
      seen = pointer
    }
  }

  async follow(
    outputDir: string,
    former: Known | undefined,
    pointer: string,
    about: Pick<Known, 'pointer' | 'until'>,
  ): Promise<Known> {
    const generation = liveGeneration(parsePointer(pointer))
    const manifest = await readManifest(this.blobs, outputDir, generation, former?.manifest)
    if (former && manifest === former.manifest) return { ...former, ...about }
    return { ...about, manifest, site: siteOf(this.blobs, outputDir, manifest.files) }
  }

  ask(outputDir: string): Promise<Known> {
    const running = this.asking.get(outputDir)
    if (running !== undefined) return running
    const asked = this.forgotten
    const looking = this.look(outputDir)
      .then(
        (found) => {
          // If a switch was announced meanwhile, this read may be outdated.
          this.known.set(outputDir, asked === this.forgotten ? found : { ...found, until: 0 })
          return found
        },
        (error: unknown) => {
          const former = this.known.get(outputDir)
          if (!former) throw error
          // Keeps the last site while the store is unavailable, so that conditional requests still get a 304.
          this.known.set(outputDir, { ...former, until: Date.now() + cacheMs })
          return former
        },
      )
      .finally(() => {
        if (this.asking.get(outputDir) === looking) this.asking.delete(outputDir)
      })
    this.asking.set(outputDir, looking)
    return looking
  }
}

function siteOf(blobs: BlobStore, outputDir: string, files: SiteObjects): ShownSite {
  let redirects: Promise<SiteRedirects> | undefined
  const find: ShownSite['find'] = async (names) => {
    const object = files.get(names.join('/'))
    return object && fileOf(blobs, sitePlaces(outputDir).object(object.digest), object)
  }
  return {
    find,
    redirects() {
      redirects ??= readRedirects(find).catch((error: unknown) => {
        redirects = undefined
        throw error
      })
      return redirects
    },
  }
}

const fileOf = (blobs: BlobStore, key: string, { digest, size }: SiteObject): SiteFile => ({
  size,
  tag: `"${digest}"`,
  async read(first, last) {
    const found = await blobs.get(
      key,
      first === 0 && last === size - 1 ? undefined : { start: first, end: last },
    )
    if (!found) throw new Error('an object of the site does not exist')
    return found.stream
  },
  // There is nothing to close, because an object is opened only when it is read.
  close: async () => undefined,
})
