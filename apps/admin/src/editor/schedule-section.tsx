import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { IconCalendarOff, IconCalendarTime, IconClock } from '../ui/icons.ts'
import { toastDone } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import type { OpenDocument } from './document.ts'
import { PublicationDate } from './publication-date.tsx'
import type { DateName } from './schedule-dialog.tsx'
import { weekdayAndTime, zoneLabel } from './schedule-time.ts'
import type { View } from './view.ts'

interface ScheduleProps {
  readonly document: OpenDocument
  readonly view: View
  readonly onSchedule: (name: DateName) => void
}

function useTimeText() {
  const language = useLanguage()
  return (iso: string) => `${weekdayAndTime(new Date(iso), language)}, ${zoneLabel(new Date(iso))}`
}

const useClearing = (document: OpenDocument, name: DateName) => {
  const t = useT()
  return useAction(() => document.schedule({ [name]: null }), {
    onDone: () => toastDone(t(`schedule.cleared.${name}`)),
  })
}

const hasTitle = ({ fields }: View): boolean => fields.title.trim() !== ''

/**
 * Shown above the text of a scheduled draft: its date, and a note that the draft is not saved automatically.
 */
export function ScheduleNote({ document, view, onSchedule }: ScheduleProps) {
  const t = useT()
  const text = useTimeText()
  const clear = useClearing(document, 'publishAt')
  const publishAt = view.status === 'draft' ? view.base?.publishAt : undefined
  if (!publishAt) return null
  return (
    <Paper
      withBorder
      px="md"
      py="xs"
      mb="sm"
      component="section"
      aria-label={t('common.scheduled')}
      className="schedule-note"
    >
      <Group justify="space-between" gap="xs">
        <Group gap="sm" wrap="nowrap" className="schedule-note-text">
          <IconClock size={20} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {t('schedule.at.publishAt', { time: text(publishAt) })}
            </Text>
            <Text size="xs" c="dimmed">
              {t('schedule.noAutosave')}
            </Text>
          </div>
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onSchedule('publishAt')}>
            {t('schedule.change')}
          </Button>
          <Button size="xs" variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
            {t('schedule.cancel')}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

export function ScheduleSection({ document, view, onSchedule }: ScheduleProps) {
  const t = useT()
  const text = useTimeText()
  const { publishAt, publishedAt } = view.base ?? {}
  return (
    <Stack gap="xs">
      {publishedAt && <PublicationDate document={document} publishedAt={publishedAt} />}
      {view.status === 'draft' && publishAt && (
        <Text size="sm">{t('schedule.at.publishAt', { time: text(publishAt) })}</Text>
      )}
      {view.status === 'draft' && !publishAt && (
        <Button
          size="xs"
          variant="default"
          disabled={!hasTitle(view)}
          leftSection={<IconCalendarTime size={16} aria-hidden />}
          onClick={() => onSchedule('publishAt')}
        >
          {t('schedule.confirm.publishAt')}
        </Button>
      )}
      <UnpublishDate document={document} view={view} onSchedule={onSchedule} />
    </Stack>
  )
}

function UnpublishDate({ document, view, onSchedule }: ScheduleProps) {
  const t = useT()
  const text = useTimeText()
  const clear = useClearing(document, 'unpublishAt')
  const unpublishAt = view.base?.unpublishAt
  if (!unpublishAt)
    return (
      <Button
        size="xs"
        variant="default"
        disabled={!hasTitle(view)}
        leftSection={<IconCalendarOff size={16} aria-hidden />}
        onClick={() => onSchedule('unpublishAt')}
      >
        {t('schedule.title.unpublishAt')}
      </Button>
    )
  return (
    <>
      <Text size="sm">{t('schedule.at.unpublishAt', { time: text(unpublishAt) })}</Text>
      <Group gap="xs" grow>
        <Button
          size="xs"
          variant="default"
          onClick={() => onSchedule('unpublishAt')}
          aria-label={t('schedule.changeUnpublish')}
        >
          {t('schedule.change')}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={clear.isPending}
          onClick={() => clear.mutate()}
          aria-label={t('schedule.cancelUnpublish')}
        >
          {t('schedule.remove')}
        </Button>
      </Group>
    </>
  )
}
