import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { itemQuery, previewQuery } from '../api/queries.ts'
import type { Theme } from '../api/types.ts'
import { PagePicker, type Place } from '../content/page-picker.tsx'
import { editorFields, previewRequest } from '../editor/editor-fields.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { SiteFrame } from '../ui/site-frame.tsx'
import { Waiting } from '../ui/waiting.tsx'

interface ThemePreviewProps {
  readonly theme: Theme
  readonly onActivate: () => void
  readonly onClose: () => void
}

/** Previews pages of this site in an inactive theme, starting with the home page. */
export function ThemePreview({ theme: { name, info }, onActivate, onClose }: ThemePreviewProps) {
  const t = useT()
  const [place, setPlace] = useState<Place>({ path: '/' })
  const { html, error, retry } = usePagePreview(name, place)
  const title = t('themes.previewOf', { title: info.title })
  return (
    <Modal opened onClose={onClose} title={title} size="90rem">
      <PagePicker value={place} onChange={setPlace} />
      <div className="theme-preview">
        {error ? (
          <ErrorNote error={error} retry={retry} />
        ) : html === undefined ? (
          <Waiting />
        ) : (
          <SiteFrame html={html} title={title} />
        )}
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <Button onClick={onActivate}>{t('themes.activate')}</Button>
      </Group>
    </Modal>
  )
}

/** Shows the previous page until the new one has loaded. */
function usePagePreview(theme: string, place: Place) {
  const isHome = 'path' in place
  const { kind, id } = isHome ? { kind: 'posts' as const, id: '' } : place
  const item = useQuery({ ...itemQuery(kind, id), enabled: !isHome })
  const entry = !isHome && item.data ? previewRequest(kind, id, editorFields(item.data)) : {}
  const preview = useQuery({ ...previewQuery({ ...entry, theme }), enabled: isHome || item.isSuccess })
  const isUnread = !isHome && item.isError
  return {
    html: preview.data?.html,
    error: isUnread ? item.error : preview.error,
    retry: () => void (isUnread ? item.refetch() : preview.refetch()),
  }
}
