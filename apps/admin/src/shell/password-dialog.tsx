import { Button, Modal, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { put } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { faultOf } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'

/** Everybody's own password. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const [password, setPassword] = useState('')
  const change = useAction(() => put(`/api/users/${me.id}`, { password }), {
    done: t('password.changed'),
    onDone: onClose,
    onFailed: (error) => faultOf(error, 'password', t) !== undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('shell.password')} centered>
      <form onSubmit={submit}>
        <Stack>
          <input type="text" name="username" autoComplete="username" defaultValue={me.username} hidden />
          <PasswordInput
            label={t('password.new')}
            description={t('password.hint')}
            autoComplete="new-password"
            required
            minLength={8}
            data-autofocus
            error={faultOf(change.error, 'password', t)}
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
