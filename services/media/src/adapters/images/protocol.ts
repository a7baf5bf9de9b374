import type { RefusalReason } from '../../core/errors.ts'
import type { Patch } from '../../core/ports.ts'

/** What the process that reads images is asked; the image is the body of the call. */
export type ImageQuestion =
  | { readonly job: 'measure'; readonly extension: string }
  | { readonly job: 'clean' }

export interface ImageAnswer {
  /** For the person who uploads the file. */
  readonly refusal?: RefusalReason
  readonly width?: number
  readonly height?: number
  readonly patches?: readonly Patch[]
}

/** Bytes that are read: the size of a raster image is in its first ones, a drawing is read as a whole. */
export const mostBytes = { measure: 64 * 1024 * 1024, clean: 16 * 1024 * 1024 } as const
