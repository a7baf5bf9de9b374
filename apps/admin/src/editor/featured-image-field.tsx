import type { FeaturedImage } from '../api/types.ts'
import { ImageField } from '../media/image-field.tsx'

interface FeaturedImageFieldProps {
  readonly label: string
  readonly value: FeaturedImage | null
  readonly onChange: (value: FeaturedImage | null) => void
}

/** Field for the featured or social image of a post or page. Stores the file's id, URL and alt text. */
export function FeaturedImageField({ label, value, onChange }: FeaturedImageFieldProps) {
  return (
    <ImageField
      label={label}
      url={value?.url}
      alt={value?.alt}
      hasImage={value !== null}
      imageProps={{ radius: 'md', mah: 180 }}
      onChange={(file) => onChange(file && { id: file.id, url: file.url, alt: file.alt })}
    />
  )
}
