/**
 * Layout of generated sites in an object store. The publisher writes them, and the gateway serves them. Each
 * output folder has these keys:
 * - `sites/{name}/objects/{sha256}`: content of a file
 * - `sites/{name}/manifests/{sha256}`: list of the files of a generation, in JSON
 * - `site-pointers/{name}/{token}`: pointer to the live generation
 * Objects and manifests are named by their content and never change. The manifest of a large site is split
 * into parts, so that an edit replaces only a few of them. Only the pointer with the greatest token is valid:
 * a publisher that lost its lease cannot restore an old site with a late write.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.object({
  /** Path below the output folder, digest of the inputs, SHA-256 of the content, size in bytes. */
  files: z.array(z.tuple([z.string(), z.string(), digest, z.int().nonnegative()])),
})

/** SHA-256 of each part, in order. A part is a manifest of some of the files. */
const manifestIndex = z.object({ parts: z.array(digest).min(1) })

const pointer = z.object({
  outputDir: z.string(),
  live: z.string(),
  /** Generations that can be activated, newest first. */
  generations: z.array(
    z.object({
      id: z.string(),
      trigger: z.enum(['manual', 'event']),
      /** Number of HTML pages. */
      pages: z.int().nonnegative(),
      /** First activation. */
      at: z.iso.datetime(),
      /**
       * SHA-256 of the manifest. If the generation has an `index`, only version 0.1 reads this manifest,
       * because it cannot read parts. The manifest may then have the files of an older generation.
       */
      manifest: digest,
      /** SHA-256 of the list of parts, stored like a manifest. */
      index: digest.optional(),
      /** When `manifest` was stored, if the generation has an index. */
      manifestAt: z.iso.datetime().optional(),
    }),
  ),
})

export interface SiteObject {
  /** Digest of the inputs: equal inputs produce equal content. */
  readonly source: string
  /** SHA-256 of the content. */
  readonly digest: string
  /** In bytes. */
  readonly size: number
}

export type SiteObjects = ReadonlyMap<string, SiteObject>
export type SitePointer = z.infer<typeof pointer>
export type SiteGeneration = Pick<SitePointer['generations'][number], 'manifest' | 'index' | 'manifestAt'>

export interface SitePlaces {
  /** Key prefix of the objects and manifests of this output. */
  readonly all: string
  /** Key prefix of the pointers of this output. */
  readonly pointers: string
  object(digest: string): string
  manifest(digest: string): string
  pointer(token: number): string
}

/** Key prefix of the pointers of all outputs. */
export const sitePointers = 'site-pointers/'

/** Keys of one output folder, with a digest of its path: keys do not allow every character of a path. */
export function sitePlaces(outputDir: string): SitePlaces {
  const name = createHash('sha256').update(outputDir).digest('hex').slice(0, 16)
  const all = `sites/${name}/`
  const pointers = `${sitePointers}${name}/`
  return {
    all,
    pointers,
    object: (digest) => `${all}objects/${digest}`,
    manifest: (digest) => `${all}manifests/${digest}`,
    // The token is padded with zeros, so that keys sort like numbers.
    pointer: (token) => `${pointers}${String(token).padStart(16, '0')}`,
  }
}

export const tokenOf = (pointerKey: string): number =>
  Number(pointerKey.slice(pointerKey.lastIndexOf('/') + 1))

/** @throws ZodError or SyntaxError for an invalid pointer */
export const parsePointer = (text: string): SitePointer => pointer.parse(JSON.parse(text))

/** @throws Error for a pointer that does not list its live generation */
export function liveGeneration({ live, generations }: SitePointer): SitePointer['generations'][number] {
  const generation = generations.find(({ id }) => id === live)
  if (!generation) throw new Error('the pointer of a site does not list its live generation')
  return generation
}

/** @throws ZodError or SyntaxError for an invalid manifest */
export const parseManifest = (text: string): SiteObjects =>
  new Map(
    manifest
      .parse(JSON.parse(text))
      .files.map(([path, source, digest, size]) => [path, { source, digest, size }]),
  )

/** Returns the digests of the parts. @throws ZodError or SyntaxError for an invalid index */
export const parseManifestIndex = (text: string): readonly string[] =>
  manifestIndex.parse(JSON.parse(text)).parts

export const manifestIndexText = (parts: readonly string[]): string => JSON.stringify({ parts })

export const manifestText = (files: SiteObjects): string =>
  JSON.stringify({
    files: [...files].map(([path, { source, digest, size }]) => [path, source, digest, size]),
  })
