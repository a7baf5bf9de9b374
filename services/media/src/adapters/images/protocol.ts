import type { RefusalReason } from '../../core/errors.ts'
import type { Patch } from '../../core/ports.ts'

/** What passes between the service and the process that reads images: one job at a time. */
export type Request =
  | { readonly kind: 'begin'; readonly job: 'measure'; readonly extension: string }
  | { readonly kind: 'begin'; readonly job: 'clean' }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

export interface Answer {
  /** False: no such image, or one that is not accepted. */
  readonly ok: boolean
  /** For the log. */
  readonly why?: string
  /** For the person who uploads the file; absent where only a decoder knows more. */
  readonly refusal?: RefusalReason
  readonly width?: number
  readonly height?: number
  readonly bytes?: Uint8Array
  readonly patches?: readonly Patch[]
}

/** Bytes that are looked at: the size of a raster image stands in its first ones, a drawing is read as a whole. */
export const mostBytes = { measure: 64 * 1024 * 1024, clean: 16 * 1024 * 1024 } as const
