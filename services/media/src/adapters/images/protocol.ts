import type { RefusalReason } from '../../core/errors.ts'
import type { Patch } from '../../core/ports.ts'

/** Requests to the image process. The image is the body of the request. */
export type ImageQuestion =
  | { readonly job: 'measure'; readonly extension: string }
  | { readonly job: 'clean' }

export interface ImageAnswer {
  /** Shown to the user who uploads the file. */
  readonly refusal?: RefusalReason
  readonly width?: number
  readonly height?: number
  readonly patches?: readonly Patch[]
}

/** Maximum bytes to read: the header of a raster image, or a whole drawing. */
export const mostBytes = { measure: 64 * 1024 * 1024, clean: 16 * 1024 * 1024 } as const
