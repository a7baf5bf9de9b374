import { Button, FileButton, Group, Modal, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconUpload } from '../ui/icons.ts'
import { MoreButton } from '../ui/more-button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { MediaGrid } from './media-grid.tsx'
import { uploadFile } from './upload-file.ts'
import { useMedia } from './use-media.ts'

/** Selects an image of the library, or uploads a new one. */
export function MediaPicker({
  onPick,
  onClose,
}: {
  readonly onPick: (file: MediaFile) => void
  readonly onClose: () => void
}) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, 250)
  const { files, total, error, refetch, hasMore, isReadingMore, readMore } = useMedia({
    type: 'image',
    search: query,
  })
  const send = useAction((file: File) => uploadFile(file), { invalidates: ['media'], onDone: onPick })
  return (
    <Modal opened onClose={onClose} size="xl" title={t('media.pick')}>
      <Stack>
        <Group>
          <SearchField label={t('media.search')} value={search} onChange={setSearch} flex={1} />
          <FileButton
            accept="image/*"
            onChange={(file) => file && send.mutate(file)}
            inputProps={{ 'aria-label': t('media.upload') }}
          >
            {(props) => (
              <Button
                {...props}
                loading={send.isPending}
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden />}
              >
                {t('media.upload')}
              </Button>
            )}
          </FileButton>
        </Group>
        {error && <ErrorNote error={error} retry={() => void refetch()} />}
        {total === 0 && <EmptyNote title={t(query === '' ? 'media.empty' : 'media.noneFound')} />}
        <MediaGrid files={files} onOpen={onPick} label="media.pickThis" />
        {hasMore && <MoreButton isBusy={isReadingMore} onClick={readMore} />}
      </Stack>
    </Modal>
  )
}
