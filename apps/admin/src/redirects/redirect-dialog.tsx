import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import type { Redirect } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { fieldErrorOf, useErrorText } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'
import { redirectStatuses } from './redirects.ts'

interface RedirectDialogProps {
  /** Undefined for a new one. */
  readonly redirect: Redirect | undefined
  readonly onClose: () => void
}

export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const t = useT()
  const errorText = useErrorText()
  const [from, setFrom] = useState(redirect?.from ?? '')
  const [to, setTo] = useState(redirect?.to ?? '')
  const [status, setStatus] = useState<number>(redirect?.status ?? 301)
  const isGone = status === 410
  const body = { from, to: isGone ? null : to, status }
  const save = useAction(
    () =>
      redirect
        ? unwrap(api.PUT('/api/redirects/{id}', { params: { path: { id: redirect.id } }, body }))
        : unwrap(api.POST('/api/redirects', { body })),
    {
      invalidates: ['redirects', 'site'],
      done: t('redirects.saved'),
      onDone: onClose,
      onFailed: () => true,
    },
  )
  const isShownInField =
    save.error instanceof ApiError && save.error.details.some(({ path }) => path === 'from' || path === 'to')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t(redirect ? 'redirects.edit' : 'redirects.new')}>
      <form onSubmit={submit}>
        <Stack>
          {save.error != null && !isShownInField && (
            <Alert color="red" variant="light" role="alert">
              {errorText(save.error)}
            </Alert>
          )}
          <TextInput
            label={t('redirects.from')}
            description={t('redirects.fromHint')}
            required
            data-autofocus
            value={from}
            error={fieldErrorOf(save.error, 'from', t)}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <Select
            label={t('redirects.status')}
            allowDeselect={false}
            data={redirectStatuses.map((value) => ({
              value: String(value),
              label: t(`redirects.status.${value}`),
            }))}
            value={String(status)}
            onChange={(value) => setStatus(Number(value))}
          />
          {!isGone && (
            <TextInput
              label={t('redirects.to')}
              description={t('redirects.toHint')}
              required
              value={to}
              error={fieldErrorOf(save.error, 'to', t)}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
