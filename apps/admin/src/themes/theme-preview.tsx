import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewQuery } from '../api/queries.ts'
import type { Theme } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { SiteFrame } from '../ui/site-frame.tsx'
import { Waiting } from '../ui/waiting.tsx'

interface ThemePreviewProps {
  readonly theme: Theme
  readonly onActivate: () => void
  readonly onClose: () => void
}

/** The home page of this site in a theme that visitors do not see yet. */
export function ThemePreview({ theme: { name, info }, onActivate, onClose }: ThemePreviewProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(previewQuery({ theme: name }))
  const title = t('themes.previewOf', { title: info.title })
  return (
    <Modal opened onClose={onClose} title={title} size="90rem">
      <div className="theme-preview">
        {error ? (
          <ErrorNote error={error} retry={() => void refetch()} />
        ) : data ? (
          <SiteFrame html={data.html} title={title} />
        ) : (
          <Waiting />
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
