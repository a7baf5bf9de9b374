import { Box, Button, FileButton, Group, Paper, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import type { MediaFilter } from '../api/queries.ts'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { MediaDrawer } from './media-drawer.tsx'
import { MediaGrid } from './media-grid.tsx'
import { MediaTable } from './media-table.tsx'
import { UploadList } from './upload-list.tsx'
import { startUploads } from './uploads.ts'
import { useMedia } from './use-media.ts'

/** All files. Dropping some anywhere on the screen uploads them. */
export function MediaScreen() {
  const t = useT()
  const [type, setType] = useState<MediaFilter['type']>('image')
  const [view, setView] = useState('grid')
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 250)
  const [open, setOpen] = useState<MediaFile>()
  const [isOver, setOver] = useState(false)
  const { files, total, error, refetch, hasMore, isReadingMore, readMore } = useMedia({ type, search: wanted })
  const dropping = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      startUploads([...event.dataTransfer.files])
    },
  }
  return (
    <Box component="section" aria-label={t('media.drop')} className={isOver ? 'drop-target' : undefined} {...dropping}>
      <Screen
        title={t('media.title')}
        text={total === undefined ? undefined : t('media.count', { n: total })}
        actions={
          <FileButton multiple onChange={startUploads} inputProps={{ 'aria-label': t('media.upload') }}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
                {t('media.upload')}
              </Button>
            )}
          </FileButton>
        }
      >
        <Group gap="xs" mb="md" role="search">
          <SearchField label={t('media.search')} value={search} onChange={setSearch} flex="1 1 220px" />
          <SegmentedControl
            aria-label={t('media.type')}
            value={type}
            onChange={(value) => setType(value as MediaFilter['type'])}
            data={(['image', 'document', 'all'] as const).map((value) => ({ value, label: t(`media.type.${value}`) }))}
          />
          <SegmentedControl
            aria-label={t('media.view')}
            value={view}
            onChange={setView}
            data={[
              { value: 'grid', label: t('media.grid') },
              { value: 'list', label: t('media.list') },
            ]}
          />
        </Group>
        <UploadList />
        {error && <ErrorNote error={error} retry={() => void refetch()} />}
        {total === undefined && !error && <Waiting />}
        {total === 0 &&
          (wanted === '' ? <EmptyNote title={t('media.empty')} text={t('media.emptyText')} /> : <EmptyNote title={t('media.noneFound')} />)}
        {files.length > 0 &&
          (view === 'grid' ? (
            <MediaGrid files={files} onOpen={setOpen} label="media.open" />
          ) : (
            <Paper withBorder>
              <MediaTable files={files} onOpen={setOpen} />
            </Paper>
          ))}
        {hasMore && <MoreButton isBusy={isReadingMore} onClick={readMore} />}
      </Screen>
      {open && <MediaDrawer key={open.id} file={open} onClose={() => setOpen(undefined)} />}
    </Box>
  )
}
