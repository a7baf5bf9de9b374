/** What passes between the service and the process that reads images: one job at a time. */
export type Request =
  | { readonly kind: 'begin'; readonly job: 'measure'; readonly extension: string }
  | { readonly kind: 'begin'; readonly job: 'clean' }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

export interface Answer {
  /** False: no such image, or one that is not accepted. */
  readonly ok: boolean
  readonly why?: string
  readonly width?: number
  readonly height?: number
  readonly bytes?: Uint8Array
}
