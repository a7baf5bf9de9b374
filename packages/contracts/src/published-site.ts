/**
 * How generated sites lie in an object store: the publisher writes them, the gateway serves them. Of each output folder
 * there are `sites/{name}/objects/{sha256}` (the bytes of files), `sites/{name}/manifests/{sha256}` (what a generation is made
 * of; JSON) and the pointer `site-pointers/{name}/{token}` (which generation is shown). All but the pointer are named after
 * their contents and never change. Where there are several pointers the one with the greatest token counts: so a publisher
 * that was overtaken can't bring an old site back, however late its request arrives.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.object({
  /** Path below the output folder, digest of what the file is made from, SHA-256 of its bytes, their number. */
  files: z.array(z.tuple([z.string(), z.string(), digest, z.int().nonnegative()])),
})

const pointer = z.object({
  outputDir: z.string(),
  /** Id of the generation that is shown. */
  live: z.string(),
  /** Those that can be shown, newest first. */
  generations: z.array(
    z.object({
      id: z.string(),
      trigger: z.enum(['manual', 'event']),
      /** HTML pages. */
      pages: z.int().nonnegative(),
      /** When it was first shown. */
      at: z.iso.datetime(),
      manifest: digest,
    }),
  ),
})

export interface SiteObject {
  /** Of all that the file is made from: equal ones mean equal bytes. */
  readonly source: string
  /** SHA-256 of the bytes. */
  readonly digest: string
  /** Bytes. */
  readonly size: number
}

/** The files of a site by path. */
export type SiteObjects = ReadonlyMap<string, SiteObject>
export type SitePointer = z.infer<typeof pointer>

export interface SitePlaces {
  /** What the bytes and manifests of this output begin with. */
  readonly all: string
  /** What its pointers begin with. */
  readonly pointers: string
  object(digest: string): string
  manifest(digest: string): string
  pointer(token: number): string
}

/** What the pointers of all outputs begin with. */
export const sitePointers = 'site-pointers/'

/** The keys of one output folder; its name may hold what keys can't. */
export function sitePlaces(outputDir: string): SitePlaces {
  const name = createHash('sha256').update(outputDir).digest('hex').slice(0, 16)
  const all = `sites/${name}/`
  const pointers = `${sitePointers}${name}/`
  return {
    all,
    pointers,
    object: (digest) => `${all}objects/${digest}`,
    manifest: (digest) => `${all}manifests/${digest}`,
    // Equally long, so that the order of keys is that of numbers.
    pointer: (token) => `${pointers}${String(token).padStart(16, '0')}`,
  }
}

export const tokenOf = (pointerKey: string): number =>
  Number(pointerKey.slice(pointerKey.lastIndexOf('/') + 1))

/** @throws ZodError, SyntaxError for what is no pointer */
export const parsePointer = (text: string): SitePointer => pointer.parse(JSON.parse(text))

/** @throws ZodError, SyntaxError for what is no manifest */
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
