import type { ImageProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'
import type { MediaFile } from '../api/types.ts'
import { ImageField } from './image-field.tsx'

interface MediaIdFieldProps {
  readonly label: string
  /** Empty for none. */
  readonly value: string
  readonly look: Pick<ImageProps, 'radius' | 'w' | 'h' | 'mah'>
  readonly onChange: (id: string) => void
}

/** Chooses an image of the media library, stored by id only. */
export function MediaIdField({ label, value, look, onChange }: MediaIdFieldProps) {
  const { data } = useQuery({
    queryKey: ['media', 'file', value],
    queryFn: async ({ signal }): Promise<MediaFile> =>
      (await unwrap(api.GET('/api/media/{id}', { params: { path: { id: value } }, signal }))).data,
    enabled: value !== '',
  })
  return (
    <ImageField
      label={label}
      url={value && data?.url}
      alt={data?.alt}
      isChosen={value !== ''}
      look={look}
      onChange={(file) => onChange(file?.id ?? '')}
    />
  )
}
