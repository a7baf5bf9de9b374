import { Box, Button, FileButton, Paper } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconUpload } from '../ui/icons.ts'
import { MoreButton } from '../ui/more-button.tsx'
import { Screen } from '../ui/screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { MediaDrawer } from './media-drawer.tsx'
import { MediaFilters, type MediaView } from './media-filters.tsx'
import { MediaGrid } from './media-grid.tsx'
import { MediaTable } from './media-table.tsx'
import { UploadList } from './upload-list.tsx'
import { startUploads } from './uploads.ts'
import { useMedia } from './use-media.ts'

const route = getRouteApi('/media')

/** All files; the filters are in the URL. Files can be dropped anywhere on the screen. */
export function MediaScreen() {
  const t = useT()
  const { search = '', type = 'image', view = 'grid' } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = (change: ReturnType<typeof route.useSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const [open, setOpen] = useState<MediaFile>()
  const { isOver, handlers } = useFileDrop(startUploads)
  const { files, total, error, refetch, hasMore, isReadingMore, readMore } = useMedia({ type, search })
  return (
    <Box
      component="section"
      aria-label={t('media.drop')}
      className={isOver ? 'drop-target' : undefined}
      {...handlers}
    >
      <Screen
        title={t('media.title')}
        text={total === undefined ? undefined : t('media.count', { n: total })}
        actions={<UploadButton />}
      >
        <MediaFilters
          search={search}
          type={type}
          view={view}
          onSearch={(text) => filter({ search: text || undefined })}
          onType={(next) => filter({ type: next === 'image' ? undefined : next })}
          onView={(next) => filter({ view: next === 'grid' ? undefined : next })}
        />
        <UploadList />
        {error && <ErrorNote error={error} retry={() => void refetch()} />}
        {total === undefined && !error && <Waiting />}
        {total === 0 &&
          (search === '' ? (
            <EmptyNote title={t('media.empty')} text={t('media.emptyText')} />
          ) : (
            <EmptyNote title={t('media.noneFound')} />
          ))}
        {files.length > 0 && <MediaFiles files={files} view={view} onOpen={setOpen} />}
        {hasMore && <MoreButton isBusy={isReadingMore} onClick={readMore} />}
      </Screen>
      {open && <MediaDrawer key={open.id} file={open} onClose={() => setOpen(undefined)} />}
    </Box>
  )
}

function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}

function UploadButton() {
  const t = useT()
  return (
    <FileButton multiple onChange={startUploads} inputProps={{ 'aria-label': t('media.upload') }}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
          {t('media.upload')}
        </Button>
      )}
    </FileButton>
  )
}

interface MediaFilesProps {
  readonly files: readonly MediaFile[]
  readonly view: MediaView
  readonly onOpen: (file: MediaFile) => void
}

function MediaFiles({ files, view, onOpen }: MediaFilesProps) {
  if (view === 'grid') return <MediaGrid files={files} onOpen={onOpen} label="media.open" />
  return (
    <Paper withBorder>
      <MediaTable files={files} onOpen={onOpen} />
    </Paper>
  )
}
