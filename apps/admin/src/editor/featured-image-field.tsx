import type { FeaturedImage } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { ImageField } from '../media/image-field.tsx'

interface FeaturedImageFieldProps {
  readonly value: FeaturedImage | null
  readonly onChange: (value: FeaturedImage | null) => void
}

export function FeaturedImageField({ value, onChange }: FeaturedImageFieldProps) {
  const t = useT()
  return (
    <ImageField
      label={t('field.featuredImage')}
      url={value?.url}
      alt={value?.alt}
      isChosen={value !== null}
      look={{ radius: 'md', mah: 180 }}
      onChange={(file) => onChange(file && { id: file.id, url: file.url, alt: file.alt })}
    />
  )
}
