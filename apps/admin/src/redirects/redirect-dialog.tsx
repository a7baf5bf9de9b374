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

interface RedirectValues {
  readonly from: string
  readonly to: string
  readonly status: number
}

export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const t = useT()
  const errorText = useErrorText()
  const [values, setValues] = useState<RedirectValues>({
    from: redirect?.from ?? '',
    to: redirect?.to ?? '',
    status: redirect?.status ?? 301,
  })
  const save = useAction(() => saveRedirect(redirect, values), {
    invalidates: ['redirects', 'site'],
    done: t('redirects.saved'),
    onDone: onClose,
    onFailed: () => true,
  })
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
          <RedirectFields
            values={values}
            error={save.error}
            onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          />
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

/** Changes a redirect, or creates one. */
function saveRedirect(redirect: Redirect | undefined, values: RedirectValues): Promise<unknown> {
  const body = { ...values, to: isGone(values) ? null : values.to }
  return redirect
    ? unwrap(api.PUT('/api/redirects/{id}', { params: { path: { id: redirect.id } }, body }))
    : unwrap(api.POST('/api/redirects', { body }))
}

/** Status 410 Gone has no target URL. */
const isGone = ({ status }: RedirectValues): boolean => status === 410

interface RedirectFieldsProps {
  readonly values: RedirectValues
  readonly error: unknown
  readonly onChange: (change: Partial<RedirectValues>) => void
}

function RedirectFields({ values, error, onChange }: RedirectFieldsProps) {
  const t = useT()
  return (
    <>
      <TextInput
        label={t('redirects.from')}
        description={t('redirects.fromHint')}
        required
        data-autofocus
        value={values.from}
        error={fieldErrorOf(error, 'from', t)}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <Select
        label={t('redirects.status')}
        allowDeselect={false}
        data={redirectStatuses.map((value) => ({
          value: String(value),
          label: t(`redirects.status.${value}`),
        }))}
        value={String(values.status)}
        onChange={(value) => onChange({ status: Number(value) })}
      />
      {!isGone(values) && (
        <TextInput
          label={t('redirects.to')}
          description={t('redirects.toHint')}
          required
          value={values.to}
          error={fieldErrorOf(error, 'to', t)}
          onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
        />
      )}
    </>
  )
}
