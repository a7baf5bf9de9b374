import { Button, Group, Image, Input, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FeaturedImage } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { MediaPicker } from '../media/media-picker.tsx'
import { IconPhoto } from '../ui/icons.ts'

interface FeaturedImageFieldProps {
  readonly value: FeaturedImage | null
  readonly onChange: (value: FeaturedImage | null) => void
}

export function FeaturedImageField({ value, onChange }: FeaturedImageFieldProps) {
  const t = useT()
  const [isPicking, picking] = useDisclosure(false)
  return (
    <Stack gap={6}>
      <Input.Label component="div">{t('field.featuredImage')}</Input.Label>
      {value?.url && <Image src={value.url} alt={value.alt ?? ''} radius="md" mah={180} fit="cover" />}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden />}
          onClick={picking.open}
        >
          {t('field.chooseImage')}
        </Button>
        {value && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
            {t('field.removeImage')}
          </Button>
        )}
      </Group>
      {isPicking && (
        <MediaPicker
          onClose={picking.close}
          onPick={({ id, url, alt }) => {
            picking.close()
            onChange({ id, url, alt })
          }}
        />
      )}
    </Stack>
  )
}
