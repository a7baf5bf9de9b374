import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { IconAlertCircle, IconWorld } from '../ui/icons.ts'
import { distance } from '../ui/time.ts'
import { toastDone } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { ActionError } from './action-error.tsx'
import { DateTimeFields } from './date-time-fields.tsx'
import type { OpenDocument } from './document.ts'
import { instantOf, localTimeOf, tomorrowMorning, weekdayAndTime, zoneLabel } from './schedule-time.ts'
import type { View } from './view.ts'

export type DateName = 'publishAt' | 'unpublishAt'

interface ScheduleDialogProps {
  readonly document: OpenDocument
  readonly view: View
  readonly name: DateName
  readonly onClose: () => void
}

/** Asks for the date and time of a scheduled change. Sends nothing before the author confirms. */
export function ScheduleDialog({ document, view, name, onClose }: ScheduleDialogProps) {
  const t = useT()
  const language = useLanguage()
  const current = view.base?.[name]
  const [local, setLocal] = useState(() =>
    current ? localTimeOf(new Date(current)) : tomorrowMorning(new Date()),
  )
  const at = instantOf(local)
  const isPast = at !== undefined && at.getTime() <= Date.now()
  const publishAt = name === 'unpublishAt' && view.status === 'draft' ? view.base?.publishAt : undefined
  const isEarly = at !== undefined && publishAt !== undefined && at.getTime() <= Date.parse(publishAt)
  const schedule = useScheduling(document, name, onClose)
  return (
    <Modal opened onClose={onClose} centered title={t(`schedule.title.${name}`)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (at && !isPast && !isEarly) schedule.mutate(at)
        }}
      >
        <Stack>
          <Text size="sm">{t(`schedule.text.${name}`)}</Text>
          <DateTimeFields value={local} min={localTimeOf(new Date()).date} onChange={setLocal} />
          <TimeZone at={at ?? new Date()} />
          <div role="status">
            {at && !isPast && !isEarly && (
              <Text size="sm" fw={600}>
                {weekdayAndTime(at, language)} ({distance(at.toISOString(), language)})
              </Text>
            )}
          </div>
          {isPast && <Past document={document} view={view} name={name} onClose={onClose} />}
          {isEarly && !isPast && publishAt && <BeforePublishDate publishAt={publishAt} />}
          <ActionError error={schedule.error} text={t('schedule.notSaved')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!at || isPast || isEarly} loading={schedule.isPending}>
              {t(`schedule.confirm.${name}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useScheduling(document: OpenDocument, name: DateName, onDone: () => void) {
  const t = useT()
  const language = useLanguage()
  return useAction((instant: Date) => document.schedule({ [name]: instant.toISOString() }), {
    onDone: (_, instant) => {
      toastDone(t(`schedule.done.${name}`, { time: weekdayAndTime(instant, language) }))
      onDone()
    },
    onFailed: () => true,
  })
}

function TimeZone({ at }: { readonly at: Date }) {
  const t = useT()
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <IconWorld size={16} aria-hidden />
      <Text size="sm">{t('schedule.zone', { zone: zoneLabel(at) })}</Text>
    </Group>
  )
}

/** Shown for an unpublish date that is not after the publish date. */
function BeforePublishDate({ publishAt }: { readonly publishAt: string }) {
  const t = useT()
  const language = useLanguage()
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {t('schedule.early', { time: weekdayAndTime(new Date(publishAt), language) })}
    </Alert>
  )
}

/** Shown for a time in the past, with a button that publishes or unpublishes the item now. */
function Past({ document, view, name, onClose }: ScheduleDialogProps) {
  const t = useT()
  const status = name === 'publishAt' ? 'published' : 'draft'
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={t('schedule.past')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(`schedule.pastText.${name}`)}</Text>
        {view.status !== status && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onClose()
              void document.save(status)
            }}
          >
            {t(`schedule.now.${name}`)}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
