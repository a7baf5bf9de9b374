import { Alert, Button, Modal, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import type { Profile, Role, User } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { currentPasswordError, fieldErrorOf, useErrorText } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'
import { ProfileFields, profileChange } from './profile-fields.tsx'

/** Creates or changes a user; sends only changed fields. */
export function UserDialog({
  user,
  onClose,
}: {
  readonly user: User | undefined
  readonly onClose: () => void
}) {
  const t = useT()
  const errorText = useErrorText()
  const [username, setUsername] = useState(user?.username ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [role, setRole] = useState<Role>(user?.role ?? 'editor')
  const [password, setPassword] = useState('')
  const [profile, setProfile] = useState<Partial<Profile>>({})
  const [currentPassword, setCurrentPassword] = useState('')
  const isMe = useMe().id === user?.id
  const requiresPassword = isMe && (password !== '' || email !== user?.email)
  const changes = {
    ...(username === user?.username ? {} : { username }),
    ...(email === user?.email ? {} : { email }),
    ...(role === user?.role ? {} : { role }),
    ...(password === '' ? {} : { password }),
    ...profileChange(profile),
    ...(requiresPassword ? { currentPassword } : {}),
  }
  const save = useAction(
    async () => {
      if (user) await unwrap(api.PUT('/api/users/{id}', { params: { path: { id: user.id } }, body: changes }))
      else await unwrap(api.POST('/api/users', { body: { username, email, role, password } }))
    },
    {
      invalidates: ['users', 'me'],
      done: t(user ? 'users.saved' : 'users.created', { name: username }),
      onDone: onClose,
      onFailed: () => true,
    },
  )
  const fields = ['username', 'email', 'password', 'currentPassword', 'displayName', 'bio', 'links']
  const isShownInField =
    save.error instanceof ApiError &&
    save.error.details.some(({ path }) => fields.includes(path.split('.')[0] ?? ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={user ? t('users.edit', { name: user.username }) : t('users.new')}>
      <form onSubmit={submit}>
        <Stack>
          {save.error != null && !isShownInField && (
            <Alert color="red" variant="light" role="alert">
              {errorText(save.error)}
            </Alert>
          )}
          <AccountFields
            values={{ username, email, role }}
            error={save.error}
            onChange={{ username: setUsername, email: setEmail, role: setRole }}
          />
          <PasswordInput
            label={t('users.password')}
            description={t(user ? 'users.passwordKeep' : 'users.passwordHint')}
            required={!user}
            autoComplete="new-password"
            value={password}
            error={fieldErrorOf(save.error, 'password', t)}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          {requiresPassword && (
            <PasswordInput
              label={t('password.current')}
              description={t('password.currentWhy')}
              required
              autoComplete="current-password"
              value={currentPassword}
              error={currentPasswordError(save.error, t)}
              onChange={({ currentTarget }) => setCurrentPassword(currentTarget.value)}
            />
          )}
          {user && (
            <ProfileFields
              values={{ ...user, ...profile }}
              error={save.error}
              onChange={(change) => setProfile((before) => ({ ...before, ...change }))}
            />
          )}
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

interface AccountFieldsProps {
  readonly values: Pick<User, 'username' | 'email' | 'role'>
  readonly error: unknown
  readonly onChange: {
    username(value: string): void
    email(value: string): void
    role(value: Role): void
  }
}

function AccountFields({ values: { username, email, role }, error, onChange }: AccountFieldsProps) {
  const t = useT()
  return (
    <>
      <TextInput
        label={t('users.username')}
        required
        autoComplete="off"
        data-autofocus
        value={username}
        error={fieldErrorOf(error, 'username', t)}
        onChange={({ currentTarget }) => onChange.username(currentTarget.value)}
      />
      <TextInput
        type="email"
        label={t('users.email')}
        required
        autoComplete="off"
        value={email}
        error={fieldErrorOf(error, 'email', t)}
        onChange={({ currentTarget }) => onChange.email(currentTarget.value)}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('users.role')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t('users.role')}
          value={role}
          onChange={(value) => onChange.role(value as Role)}
          data={(['editor', 'admin'] as const).map((value) => ({
            value,
            label: t(`shell.role.${value}`),
          }))}
        />
      </div>
    </>
  )
}
