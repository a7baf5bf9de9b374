import { Alert, Button, Group, Text } from '@mantine/core'
import type { Language } from '../i18n/i18n.ts'
import { type Translate, useLanguage, useT } from '../i18n/i18n.ts'
import { dateAndTime, timeOfDay } from '../ui/time.ts'
import type { OpenDocument } from './document.ts'
import { isSame } from './editor-fields.ts'
import { isAutosaved, type Notice, type View } from './view.ts'

interface NoticesProps {
  readonly document: OpenDocument
  readonly view: View
  readonly onDiscard: () => void
}

/** Messages about changes that the author did not type. */
export function Notices({ document, view, onDiscard }: NoticesProps) {
  const t = useT()
  const language = useLanguage()
  const { notice, fields } = view
  return (
    <>
      {view.isRestored && (
        <Alert color="blue" variant="light" mb="sm" role="status">
          <Group justify="space-between">
            {t('editor.restored')}
            <Button size="xs" variant="default" onClick={onDiscard}>
              {t('editor.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {notice && (
        <Alert
          color="blue"
          variant="light"
          mb="sm"
          role="status"
          withCloseButton
          onClose={() => document.dismiss()}
        >
          <Group justify="space-between">
            <Text size="sm">{noticeText(notice, view, language, t)}</Text>
            {notice.kind === 'restored' && isSame(notice.after, fields) && (
              <Button size="xs" variant="default" onClick={() => document.dismiss(true)}>
                {t('notice.undo')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  )
}

function noticeText(notice: Notice, view: View, language: Language, t: Translate): string {
  if (notice.kind === 'merged') return t('notice.merged', { time: timeOfDay(notice.at, language) })
  if (notice.kind === 'restored') {
    const time = dateAndTime(notice.at, language)
    const isHidden = isAutosaved(view.base)
    const parts = [
      t('notice.restored', { time }),
      isHidden ? t('notice.restoredDraft') : t('notice.restoredSite'),
      ...(notice.isAside ? [t('notice.restoredAside')] : []),
    ]
    return parts.join(' ')
  }
  const time = timeOfDay(notice.at, language)
  const { status } = notice
  const what = notice.isScheduled
    ? t(`notice.scheduled.${status}`, { time })
    : t(`notice.elsewhere.${status}`, { time })
  const isUnsaved = status === 'published' && view.phase !== 'saved'
  return isUnsaved ? `${what} ${t('notice.unsaved')}` : what
}
