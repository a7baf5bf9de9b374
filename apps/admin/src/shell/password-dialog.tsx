import { Alert, Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { currentPasswordError, fieldErrorOf, useErrorText } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'

interface Passwords {
  readonly currentPassword: string
  readonly password: string
}

/** Changes the user's own password; requires the current one. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const errorText = useErrorText()
  const [values, setValues] = useState<Passwords>({ currentPassword: '', password: '' })
  const params = { path: { id: me.id } }
  const save = useAction(() => unwrap(api.PUT('/api/users/{id}', { params, body: values })), {
    done: t('password.changed'),
    onDone: onClose,
    onFailed: () => true,
  })
  const fieldErrors = {
    current: currentPasswordError(save.error, t),
    next: fieldErrorOf(save.error, 'password', t),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('shell.password')} centered>
      <form onSubmit={submit}>
        <Stack>
          <input type="text" name="username" autoComplete="username" defaultValue={me.username} hidden />
          {save.error != null && !fieldErrors.current && !fieldErrors.next && (
            <Alert color="red" variant="light" role="alert">
              {errorText(save.error)}
            </Alert>
          )}
          <PasswordFields
            values={values}
            errors={fieldErrors}
            onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          />
          <Button type="submit" loading={save.isPending}>
            {t('shell.password')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

interface PasswordFieldsProps {
  readonly values: Passwords
  readonly errors: { readonly current: string | undefined; readonly next: string | undefined }
  readonly onChange: (change: Partial<Passwords>) => void
}

function PasswordFields({ values, errors, onChange }: PasswordFieldsProps) {
  const t = useT()
  return (
    <>
      <PasswordInput
        label={t('password.current')}
        autoComplete="current-password"
        required
        data-autofocus
        error={errors.current}
        value={values.currentPassword}
        onChange={({ currentTarget }) => onChange({ currentPassword: currentTarget.value })}
      />
      <PasswordInput
        label={t('password.new')}
        description={t('password.hint')}
        autoComplete="new-password"
        required
        minLength={8}
        error={errors.next}
        value={values.password}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
      />
    </>
  )
}
