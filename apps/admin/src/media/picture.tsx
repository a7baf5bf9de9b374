import { Center } from '@mantine/core'
import type { MediaFile } from '../api/types.ts'
import { IconFile, IconPhoto } from '../ui/icons.ts'
import { awaitsRenditions, sourceOf } from './renditions.ts'

/** Width of a tile: half of a narrow screen, a third of a medium one, 240 px on a wide one. */
const tileSizes = '(max-width: 36em) 50vw, (max-width: 62em) 33vw, 240px'

/** A thumbnail of an image; an icon for a document, and for an image whose renditions are not ready. */
export function Picture({ file }: { readonly file: MediaFile }) {
  if (file.type === 'image' && !awaitsRenditions(file, Date.now()))
    return (
      <img
        className="tile-picture"
        {...sourceOf(file)}
        sizes={tileSizes}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  const Icon = file.type === 'image' ? IconPhoto : IconFile
  return (
    <Center className="tile-picture" c="dimmed">
      <Icon size={48} stroke={1.2} aria-hidden />
    </Center>
  )
}
