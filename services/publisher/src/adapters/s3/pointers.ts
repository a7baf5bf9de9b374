import { text } from 'node:stream/consumers'
import {
  parsePointer,
  type SitePointer,
  sitePlaces,
  sitePointers,
  tokenOf,
} from '@typecase/contracts/published-site'
import type { BlobStore } from '@typecase/runtime/blobs'
import { leaseLost, outputDirTaken } from '../../core/errors.ts'
import { overlap } from '../../core/pages/addresses/safe-path.ts'

export interface Pointers {
  read(outputDir: string): Promise<SitePointer | undefined>
  /**
   * Stores the result of `change` unless it is undefined. @throws LEASE_LOST when a greater token was stored
   */
  change(
    outputDir: string,
    token: number,
    change: (former: SitePointer | undefined) => SitePointer | undefined,
  ): Promise<SitePointer | undefined>
  /** @throws LEASE_LOST when a greater token counts */
  refuseOlder(outputDir: string, token: number): Promise<void>
  /** @throws OUTPUT_DIR_TAKEN for an output inside another or around one */
  refuseOverlap(outputDir: string): Promise<void>
}

export function objectPointers(blobs: BlobStore): Pointers {
  const outputs = new Map<string, string>()
  const known = new Map<string, { readonly key: string; readonly pointer: SitePointer }>()

  /** Undefined if it was replaced and removed meanwhile. */
  async function newest(outputDir: string, keys: readonly string[]): Promise<SitePointer | undefined> {
    const key = keys.at(-1)
    const last = known.get(outputDir)
    if (key === undefined) return undefined
    if (last?.key === key) return last.pointer
    const pointer = await load(blobs, key)
    if (pointer) known.set(outputDir, { key, pointer })
    return pointer
  }

  async function read(outputDir: string): Promise<SitePointer | undefined> {
    const { pointers } = sitePlaces(outputDir)
    for (let seen = ''; ; ) {
      const keys = await keysBelow(blobs, pointers)
      const found = await newest(outputDir, keys)
      const key = keys.at(-1)
      if (found || key === undefined) return found
      if (key === seen) throw new Error('the pointer of the site is listed and not there')
      seen = key
    }
  }

  return {
    read,

    async change(outputDir, token, change) {
      const places = sitePlaces(outputDir)
      const own = places.pointer(token)
      const before = await keysBelow(blobs, places.pointers)
      refuseOlder(before, token)
      const pointer = change((await newest(outputDir, before)) ?? (await read(outputDir)))
      if (!pointer) return undefined
      await blobs.put(own, Buffer.from(JSON.stringify(pointer)), { contentType: 'application/json' })
      known.delete(outputDir)
      const after = await keysBelow(blobs, places.pointers)
      refuseOlder(after, token)
      for (const key of after) if (key !== own) await blobs.delete(key).catch(() => undefined)
      known.set(outputDir, { key: own, pointer })
      return pointer
    },

    async refuseOlder(outputDir, token) {
      refuseOlder(await keysBelow(blobs, sitePlaces(outputDir).pointers), token)
    },

    async refuseOverlap(outputDir) {
      for (const key of await keysBelow(blobs, sitePointers)) {
        const name = key.slice(0, key.lastIndexOf('/'))
        const other = outputs.get(name) ?? (await load(blobs, key))?.outputDir
        if (other === undefined) continue
        outputs.set(name, other)
        if (overlap(other, outputDir)) throw outputDirTaken(outputDir, other)
      }
    },
  }
}

async function keysBelow(blobs: BlobStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list(prefix)) keys.push(key)
  return keys
}

async function load(blobs: BlobStore, key: string): Promise<SitePointer | undefined> {
  const found = await blobs.get(key)
  return found && parsePointer(await text(found.stream))
}

function refuseOlder(keys: readonly string[], token: number): void {
  if (keys.some((key) => tokenOf(key) > token)) throw leaseLost()
}
