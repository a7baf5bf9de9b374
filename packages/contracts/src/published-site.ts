/**
 * Layout of generated sites in an object store: the publisher writes them, the gateway serves them. Each
 * output folder has `sites/{name}/objects/{sha256}` (file contents), `sites/{name}/manifests/{sha256}` (files
 * of a generation, JSON) and the pointer `site-pointers/{name}/{token}` (the live generation). Objects and
 * manifests are named by their content and never change. The pointer with the greatest token is valid, so
 * that a late write of an overtaken publisher cannot restore an old site.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.object({
  /** Path below the output folder, digest of the inputs, SHA-256 of the content, size in bytes. */
  files: z.array(z.tuple([z.string(), z.string(), digest, z.int().nonnegative()])),
})

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
      manifest: digest,
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

/** Keys of one output folder. They contain a digest of its path, which may have characters unfit for keys. */
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

/** @throws ZodError, SyntaxError for an invalid pointer */
export const parsePointer = (text: string): SitePointer => pointer.parse(JSON.parse(text))

/** @throws ZodError, SyntaxError for an invalid manifest */
export const parseManifest = (text: string): SiteObjects =>
  new Map(
    manifest
      .parse(JSON.parse(text))
      .files.map(([path, source, digest, size]) => [path, { source, digest, size }]),
  )

export const manifestText = (files: SiteObjects): string =>
  JSON.stringify({
    files: [...files].map(([path, { source, digest, size }]) => [path, source, digest, size]),
  })
