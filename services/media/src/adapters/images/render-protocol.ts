import type { RenderedImage, RenderJob } from '../../core/renditions/ports.ts'

/** What passes between the service and a process that renders one image. */
export type ToRenderer =
  | ({ readonly kind: 'begin'; readonly memoryMiB: number } & RenderJob)
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  /** The last image was taken. */
  | { readonly kind: 'next' }

export type FromRenderer =
  | ({ readonly kind: 'image' } & RenderedImage)
  | { readonly kind: 'done' }
  /** The image is to blame. */
  | { readonly kind: 'refused'; readonly why: string }
