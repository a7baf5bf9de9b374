import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'
import { referencesQuery } from '../api/queries.ts'
import type { MediaFile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { Confirm } from '../ui/confirm.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { useAction } from '../ui/use-action.ts'

interface DeleteMediaProps {
  readonly file: MediaFile
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/**
 * Deletes a file and removes it from every item that uses it. The button is disabled until the number of uses
 * has loaded.
 */
export function DeleteMedia({ file, onClose, onDeleted }: DeleteMediaProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(referencesQuery(file.id))
  const title = t('media.delete', { name: file.originalFilename })
  const uses = data?.references.length ?? 0
  const params = { path: { id: file.id }, query: { clean: true } }
  const deletion = useAction(() => unwrap(api.DELETE('/api/media/{id}', { params })), {
    invalidates: ['media', 'posts', 'pages'],
    done: t('media.deleted', { name: file.originalFilename }),
    onDone: onDeleted,
  })
  if (error)
    return (
      <Modal opened onClose={onClose} title={title} centered>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Modal>
    )
  return (
    <Confirm
      opened
      title={title}
      label={t('common.delete')}
      busy={deletion.isPending || !data}
      onClose={onClose}
      onConfirm={() => deletion.mutate()}
    >
      <Text size="sm">{uses > 0 ? t('media.deleteUsed', { n: uses }) : t('media.deleteText')}</Text>
    </Confirm>
  )
}
