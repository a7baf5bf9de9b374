import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import { setupQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { queryClient } from '../query-client.ts'
import { logIn } from '../session/session.ts'
import { fieldErrorOf, useErrorText } from '../ui/error-text.ts'

/** Creates the user's own account with the password that the first start printed. */
export function ClaimForm() {
  const t = useT()
  const errorText = useErrorText()
  const [values, setValues] = useState({ code: '', username: '', email: '', password: '' })
  const createAccount = useMutation({
    mutationFn: async () => {
      await unwrap(api.POST('/api/setup/account', { body: { ...values, code: values.code.trim() } }))
      await logIn(values.username, values.password)
    },
    // If another client has created the account, continues with the login.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SETUP_DONE')
        void queryClient.invalidateQueries({ queryKey: setupQuery.queryKey })
    },
  })
  const { error } = createAccount
  const isWrongCode = error instanceof ApiError && error.code === 'WRONG_SETUP_CODE'
  const field = (name: keyof typeof values) => ({
    name,
    required: true,
    value: values[name],
    error: fieldErrorOf(error, name, t),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    createAccount.mutate()
  }
  const isShownInForm = isWrongCode || (error instanceof ApiError && error.details.length > 0)
  return (
    <form onSubmit={submit}>
      <Stack>
        {error && !isShownInForm && (
          <Alert color="red" role="alert" variant="light">
            {errorText(error)}
          </Alert>
        )}
        <PasswordInput
          label={t('setup.code')}
          description={t('setup.codeHint')}
          autoComplete="off"
          autoFocus
          {...field('code')}
          error={isWrongCode ? t('setup.wrongCode') : fieldErrorOf(error, 'code', t)}
        />
        <TextInput
          label={t('setup.username')}
          description={t('setup.usernameHint')}
          autoComplete="username"
          {...field('username')}
        />
        <TextInput label={t('setup.email')} type="email" autoComplete="email" {...field('email')} />
        <PasswordInput
          label={t('setup.password')}
          description={t('setup.passwordHint')}
          autoComplete="new-password"
          minLength={8}
          {...field('password')}
        />
        <Button type="submit" loading={createAccount.isPending} fullWidth mt="xs">
          {t('setup.claim')}
        </Button>
      </Stack>
    </form>
  )
}
