/** The publication date that readers of the site see. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { IconCalendarTime } from '../ui/icons.ts'
import { toastDone } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { ActionError } from './action-error.tsx'
import { DateTimeFields } from './date-time-fields.tsx'
import type { OpenDocument } from './document.ts'
import { instantOf, localTimeOf, weekdayAndTime, zoneLabel } from './schedule-time.ts'

interface PublicationProps {
  readonly document: OpenDocument
  /** ISO 8601. */
  readonly publishedAt: string
}

export function PublicationDate({ document, publishedAt }: PublicationProps) {
  const t = useT()
  const language = useLanguage()
  const [isChanging, changing] = useDisclosure(false)
  const at = new Date(publishedAt)
  return (
    <>
      <Text size="sm">
        {t('publication.at', { time: `${weekdayAndTime(at, language)}, ${zoneLabel(at)}` })}
      </Text>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCalendarTime size={16} aria-hidden />}
        onClick={changing.open}
      >
        {t('publication.title')}
      </Button>
      {isChanging && (
        <PublicationDialog document={document} publishedAt={publishedAt} onClose={changing.close} />
      )}
    </>
  )
}

function PublicationDialog({
  document,
  publishedAt,
  onClose,
}: PublicationProps & { readonly onClose: () => void }) {
  const t = useT()
  const language = useLanguage()
  const [local, setLocal] = useState(() => localTimeOf(new Date(publishedAt)))
  const at = instantOf(local)
  const isFuture = at !== undefined && at.getTime() > Date.now()
  const save = useAction((instant: Date) => document.schedule({ publishedAt: instant.toISOString() }), {
    onDone: (_, instant) => {
      toastDone(t('publication.done', { time: weekdayAndTime(instant, language) }))
      onClose()
    },
    onFailed: () => true,
  })
  return (
    <Modal opened onClose={onClose} centered title={t('publication.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (at && !isFuture) save.mutate(at)
        }}
      >
        <Stack>
          <Text size="sm">{t('publication.text')}</Text>
          <DateTimeFields
            value={local}
            error={isFuture ? t('publication.future') : undefined}
            onChange={setLocal}
          />
          <Text size="sm" c="dimmed">
            {t('schedule.zone', { zone: zoneLabel(at ?? new Date()) })}
          </Text>
          <ActionError error={save.error} text={t('schedule.notSaved')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!at || isFuture} loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
