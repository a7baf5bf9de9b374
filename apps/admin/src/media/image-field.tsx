import { Button, Group, Image, type ImageProps, Input, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { IconPhoto } from '../ui/icons.ts'
import { MediaPicker } from './media-picker.tsx'

interface ImageFieldProps {
  readonly label: string
  /** The URL of the selected image. */
  readonly url: string | null | undefined
  readonly alt: string | null | undefined
  readonly hasImage: boolean
  readonly imageProps: Pick<ImageProps, 'radius' | 'w' | 'h' | 'mah'>
  /** Null removes the image. */
  readonly onChange: (file: MediaFile | null) => void
}

/** Selects an image of the media library, or none. */
export function ImageField({ label, url, alt, hasImage, imageProps, onChange }: ImageFieldProps) {
  const t = useT()
  const [isPicking, picking] = useDisclosure(false)
  return (
    <Stack gap={6}>
      <Input.Label component="div">{label}</Input.Label>
      {url && <Image src={url} alt={alt ?? ''} fit="cover" {...imageProps} />}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden />}
          onClick={picking.open}
        >
          {t('field.chooseImage')}
        </Button>
        {hasImage && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
            {t('field.removeImage')}
          </Button>
        )}
      </Group>
      {isPicking && (
        <MediaPicker
          onClose={picking.close}
          onPick={(file) => {
            picking.close()
            onChange(file)
          }}
        />
      )}
    </Stack>
  )
}
