import { SimpleGrid, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { Picture } from './picture.tsx'

interface MediaGridProps {
  readonly files: readonly MediaFile[]
  readonly onOpen: (file: MediaFile) => void
  readonly label: 'media.open' | 'media.pickThis'
}

export function MediaGrid({ files, onOpen, label }: MediaGridProps) {
  const t = useT()
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 5 }} spacing="sm">
      {files.map((file) => (
        <UnstyledButton key={file.id} className="tile" onClick={() => onOpen(file)}>
          <VisuallyHidden>{t(label, { name: file.originalFilename })}</VisuallyHidden>
          <Picture file={file} />
          <Text size="sm" fw={500} truncate px="xs" pt={6} aria-hidden>
            {file.originalFilename}
          </Text>
          <Text
            size="xs"
            truncate
            px="xs"
            pb={6}
            c={file.type === 'image' && file.alt === '' ? 'var(--typecase-code)' : 'dimmed'}
          >
            {file.type === 'image'
              ? file.alt || t('media.noAlt')
              : file.filename.split('.').at(-1)?.toUpperCase()}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}
