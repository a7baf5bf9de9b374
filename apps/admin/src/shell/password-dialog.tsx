import { Alert, Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { put } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { currentPasswordFault, faultOf, useErrorText } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'

/** The own password; the current one proves who asks. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const errorText = useErrorText()
  const [currentPassword, setCurrentPassword] = useState('')
  const [password, setPassword] = useState('')
  const change = useAction(() => put(`/api/users/${me.id}`, { password, currentPassword }), {
    done: t('password.changed'),
    onDone: onClose,
    onFailed: () => true,
  })
  const faults = {
    current: currentPasswordFault(change.error, t),
    next: faultOf(change.error, 'password', t),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('shell.password')} centered>
      <form onSubmit={submit}>
        <Stack>
          <input type="text" name="username" autoComplete="username" defaultValue={me.username} hidden />
          {change.error != null && !faults.current && !faults.next && (
            <Alert color="red" variant="light" role="alert">
              {errorText(change.error)}
            </Alert>
          )}
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            required
            data-autofocus
            error={faults.current}
            value={currentPassword}
            onChange={({ currentTarget }) => setCurrentPassword(currentTarget.value)}
          />
          <PasswordInput
            label={t('password.new')}
            description={t('password.hint')}
            autoComplete="new-password"
            required
            minLength={8}
            error={faults.next}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          <Button type="submit" loading={change.isPending}>
            {t('shell.password')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
