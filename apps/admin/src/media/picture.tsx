import { Center } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import type { MediaFile } from '../api/types.ts'

/** Pixels that a tile needs at most. */
const tileWidth = 320

/** The smallest form that is large enough. */
export function thumbnailOf(file: MediaFile): string {
  const fitting = file.renditions.filter(({ width }) => width >= tileWidth).toSorted((a, b) => a.width - b.width)
  return fitting[0]?.url ?? file.url
}

/** A file as a small picture; a document as a sign. The name beside it says what it is. */
export function Picture({ file }: { readonly file: MediaFile }) {
  if (file.type === 'image') return <img className="tile-picture" src={thumbnailOf(file)} alt="" loading="lazy" decoding="async" />
  return (
    <Center className="tile-picture" c="dimmed">
      <IconFile size={48} stroke={1.2} aria-hidden />
    </Center>
  )
}
