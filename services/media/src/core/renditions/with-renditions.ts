import type { MediaFile } from '../files/file.ts'
import type { RenditionPorts } from './ports.ts'
import type { Rendition } from './rendition.ts'

export type RenderedFile = MediaFile & { readonly renditions: readonly Rendition[] }

export const withRenditions =
  ({ renditions }: Pick<RenditionPorts, 'renditions'>) =>
  async (files: readonly MediaFile[]): Promise<readonly RenderedFile[]> => {
    const images = files.filter(({ type }) => type === 'image').map(({ id }) => id)
    const made = images.length === 0 ? new Map<string, readonly Rendition[]>() : await renditions.of(images)
    return files.map((file) => ({ ...file, renditions: made.get(file.id) ?? [] }))
  }
