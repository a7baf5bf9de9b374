import { Button, FileButton, Group, Modal, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mediaQuery } from '../api/queries.ts'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { MediaGrid } from './media-grid.tsx'
import { uploadFile } from './upload-file.ts'

const shown = 60

/** Chooses an image of the library, or a new one. */
export function MediaPicker({ onPick, onClose }: { readonly onPick: (file: MediaFile) => void; readonly onClose: () => void }) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, 250)
  const { data, error } = useQuery(mediaQuery({ type: 'image', search: wanted, limit: shown, offset: 0 }))
  const send = useAction((file: File) => uploadFile(file), { onDone: onPick })
  return (
    <Modal opened onClose={onClose} size="xl" title={t('media.pick')}>
      <Stack>
        <Group>
          <SearchField label={t('media.search')} value={search} onChange={setSearch} flex={1} />
          <FileButton accept="image/*" onChange={(file) => file && send.mutate(file)} inputProps={{ 'aria-label': t('media.upload') }}>
            {(props) => (
              <Button {...props} loading={send.isPending} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
                {t('media.upload')}
              </Button>
            )}
          </FileButton>
        </Group>
        {error && <ErrorNote error={error} />}
        {data?.data.length === 0 && <EmptyNote title={t(wanted === '' ? 'media.empty' : 'media.noneFound')} />}
        {data && <MediaGrid files={data.data} onOpen={onPick} label="media.pickThis" />}
      </Stack>
    </Modal>
  )
}
