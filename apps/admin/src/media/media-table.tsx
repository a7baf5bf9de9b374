import { Image, Table, Text, UnstyledButton } from '@mantine/core'
import type { MediaFile } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { fileSize, shortDate } from '../ui/time.ts'
import { awaitsRenditions, sourceOf } from './renditions.ts'

interface MediaTableProps {
  readonly files: readonly MediaFile[]
  readonly onOpen: (file: MediaFile) => void
}

export function MediaTable({ files, onOpen }: MediaTableProps) {
  const t = useT()
  return (
    <Table verticalSpacing="xs" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('media.name')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('media.alt')}</Table.Th>
          <Table.Th>{t('media.size')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('media.uploaded')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {files.map((file) => (
          <Row key={file.id} file={file} onOpen={onOpen} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps extends Pick<MediaTableProps, 'onOpen'> {
  readonly file: MediaFile
}

function Row({ file, onOpen }: RowProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <Table.Tr>
      <Table.Td>
        <UnstyledButton
          onClick={() => onOpen(file)}
          aria-label={t('media.open', { name: file.originalFilename })}
          style={{ display: 'flex', gap: 12, alignItems: 'center' }}
        >
          {file.type === 'image' && !awaitsRenditions(file, Date.now()) && (
            <Image
              {...sourceOf(file)}
              sizes="40px"
              alt=""
              w={40}
              h={40}
              fit="cover"
              radius="sm"
              loading="lazy"
            />
          )}
          <Text size="sm" fw={500} truncate maw={260}>
            {file.originalFilename}
          </Text>
        </UnstyledButton>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" truncate maw={260}>
          {file.alt || (file.type === 'image' ? t('media.noAlt') : '')}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{fileSize(file.size, language)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          {shortDate(file.createdAt, language)}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
