import { Alert, Button, Modal, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import type { Profile, Role, User } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { currentPasswordError, fieldErrorOf, useErrorText } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'
import { ProfileFields, profileChange } from './profile-fields.tsx'

type Account = Pick<User, 'username' | 'email' | 'role'>

interface Passwords {
  readonly password: string
  readonly currentPassword: string
}

interface UserDialogProps {
  /** Undefined for a new one. */
  readonly user: User | undefined
  readonly onClose: () => void
}

/** Creates or changes a user; sends only changed fields. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const t = useT()
  const errorText = useErrorText()
  const { account, passwords, profile, requiresCurrentPassword, onChange, save } = useUserForm(user, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={user ? t('users.edit', { name: user.username }) : t('users.new')}>
      <form onSubmit={submit}>
        <Stack>
          {save.error != null && !isShownInField(save.error) && (
            <Alert color="red" variant="light" role="alert">
              {errorText(save.error)}
            </Alert>
          )}
          <AccountFields values={account} error={save.error} onChange={onChange.account} />
          <PasswordFields
            values={passwords}
            error={save.error}
            isNewUser={!user}
            requiresCurrentPassword={requiresCurrentPassword}
            onChange={onChange.passwords}
          />
          {user && (
            <ProfileFields values={{ ...user, ...profile }} error={save.error} onChange={onChange.profile} />
          )}
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

/** Holds the values of the form and saves them. */
function useUserForm(user: User | undefined, onClose: () => void) {
  const t = useT()
  const [account, setAccount] = useState<Account>({
    username: user?.username ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'editor',
  })
  const [passwords, setPasswords] = useState<Passwords>({ password: '', currentPassword: '' })
  const [profile, setProfile] = useState<Partial<Profile>>({})
  const isMe = useMe().id === user?.id
  const requiresCurrentPassword = isMe && (passwords.password !== '' || account.email !== user?.email)
  const save = useAction(
    async () => {
      if (user) {
        const body = {
          ...accountChange(user, account),
          ...(passwords.password === '' ? {} : { password: passwords.password }),
          ...profileChange(profile),
          ...(requiresCurrentPassword ? { currentPassword: passwords.currentPassword } : {}),
        }
        await unwrap(api.PUT('/api/users/{id}', { params: { path: { id: user.id } }, body }))
      } else {
        await unwrap(api.POST('/api/users', { body: { ...account, password: passwords.password } }))
      }
    },
    {
      invalidates: ['users', 'me'],
      done: t(user ? 'users.saved' : 'users.created', { name: account.username }),
      onDone: onClose,
      onFailed: () => true,
    },
  )
  const onChange = {
    account: (change: Partial<Account>) => setAccount((before) => ({ ...before, ...change })),
    passwords: (change: Partial<Passwords>) => setPasswords((before) => ({ ...before, ...change })),
    profile: (change: Partial<Profile>) => setProfile((before) => ({ ...before, ...change })),
  }
  return { account, passwords, profile, requiresCurrentPassword, onChange, save }
}

/** Returns the changed fields. */
function accountChange(user: User, { username, email, role }: Account): Partial<Account> {
  return {
    ...(username === user.username ? {} : { username }),
    ...(email === user.email ? {} : { email }),
    ...(role === user.role ? {} : { role }),
  }
}

const fieldNames = ['username', 'email', 'password', 'currentPassword', 'displayName', 'bio', 'links']

const isShownInField = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ path }) => fieldNames.includes(path.split('.')[0] ?? ''))

interface AccountFieldsProps {
  readonly values: Account
  readonly error: unknown
  readonly onChange: (change: Partial<Account>) => void
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
        onChange={({ currentTarget }) => onChange({ username: currentTarget.value })}
      />
      <TextInput
        type="email"
        label={t('users.email')}
        required
        autoComplete="off"
        value={email}
        error={fieldErrorOf(error, 'email', t)}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('users.role')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t('users.role')}
          value={role}
          onChange={(value) => onChange({ role: value as Role })}
          data={(['editor', 'admin'] as const).map((value) => ({
            value,
            label: t(`shell.role.${value}`),
          }))}
        />
      </div>
    </>
  )
}

interface PasswordFieldsProps {
  readonly values: Passwords
  readonly error: unknown
  readonly isNewUser: boolean
  /** The API requires the current password for changes of the user's own password and email address. */
  readonly requiresCurrentPassword: boolean
  readonly onChange: (change: Partial<Passwords>) => void
}

function PasswordFields({
  values,
  error,
  isNewUser,
  requiresCurrentPassword,
  onChange,
}: PasswordFieldsProps) {
  const t = useT()
  return (
    <>
      <PasswordInput
        label={t('users.password')}
        description={t(isNewUser ? 'users.passwordHint' : 'users.passwordKeep')}
        required={isNewUser}
        autoComplete="new-password"
        value={values.password}
        error={fieldErrorOf(error, 'password', t)}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
      />
      {requiresCurrentPassword && (
        <PasswordInput
          label={t('password.current')}
          description={t('password.currentWhy')}
          required
          autoComplete="current-password"
          value={values.currentPassword}
          error={currentPasswordError(error, t)}
          onChange={({ currentTarget }) => onChange({ currentPassword: currentTarget.value })}
        />
      )}
    </>
  )
}
