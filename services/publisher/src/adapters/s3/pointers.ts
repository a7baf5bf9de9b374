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

/**
 * Reads and writes the pointers of all outputs. A pointer lists the releases of an output and names the live
 * one. If an output has several pointers, the one with the greatest token counts.
 */
export class Pointers {
  readonly #blobs: BlobStore
  readonly #outputs = new Map<string, string>()
  readonly #cached = new Map<string, { readonly key: string; readonly pointer: SitePointer }>()

  constructor(blobs: BlobStore) {
    this.#blobs = blobs
  }

  /** @throws LEASE_LOST if a greater token than the given one is stored */
  async read(outputDir: string, token = Number.POSITIVE_INFINITY): Promise<SitePointer | undefined> {
    const { pointers } = sitePlaces(outputDir)
    for (let seen = ''; ; ) {
      const keys = await this.#keysBelow(pointers)
      refuseOlder(keys, token)
      const found = await this.#newest(outputDir, keys)
      const key = keys.at(-1)
      if (found || key === undefined) return found
      if (key === seen) throw new Error('the pointer of the site is listed but missing')
      seen = key
    }
  }

  /**
   * Stores the pointer that `change` returns, if it returns one.
   * @throws LEASE_LOST if a greater token is stored
   */
  async change(
    outputDir: string,
    token: number,
    change: (former: SitePointer | undefined) => SitePointer | undefined,
  ): Promise<SitePointer | undefined> {
    const places = sitePlaces(outputDir)
    const own = places.pointer(token)
    const before = await this.#keysBelow(places.pointers)
    refuseOlder(before, token)
    const pointer = change((await this.#newest(outputDir, before)) ?? (await this.read(outputDir)))
    if (!pointer) return undefined
    await this.#blobs.put(own, Buffer.from(JSON.stringify(pointer)), { contentType: 'application/json' })
    this.#cached.delete(outputDir)
    const after = await this.#keysBelow(places.pointers)
    refuseOlder(after, token)
    for (const key of after) if (key !== own) await this.#blobs.delete(key).catch(() => undefined)
    this.#cached.set(outputDir, { key: own, pointer })
    return pointer
  }

  /** @throws OUTPUT_DIR_TAKEN if the output is inside another output or contains one */
  async refuseOverlap(outputDir: string): Promise<void> {
    for (const key of await this.#keysBelow(sitePointers)) {
      const name = key.slice(0, key.lastIndexOf('/'))
      const other = this.#outputs.get(name) ?? (await this.#load(key))?.outputDir
      if (other === undefined) continue
      this.#outputs.set(name, other)
      if (overlap(other, outputDir)) throw outputDirTaken(outputDir, other)
    }
  }

  /** Undefined if the pointer was replaced and removed meanwhile. */
  async #newest(outputDir: string, keys: readonly string[]): Promise<SitePointer | undefined> {
    const key = keys.at(-1)
    const cached = this.#cached.get(outputDir)
    if (key === undefined) return undefined
    if (cached?.key === key) return cached.pointer
    const pointer = await this.#load(key)
    if (pointer) this.#cached.set(outputDir, { key, pointer })
    return pointer
  }

  async #load(key: string): Promise<SitePointer | undefined> {
    const found = await this.#blobs.get(key)
    return found && parsePointer(await text(found.stream))
  }

  async #keysBelow(prefix: string): Promise<readonly string[]> {
    const keys: string[] = []
    for await (const { key } of this.#blobs.list(prefix)) keys.push(key)
    return keys
  }
}

function refuseOlder(keys: readonly string[], token: number): void {
  if (keys.some((key) => tokenOf(key) > token)) throw leaseLost()
}
