import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import { setupQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { queryClient } from '../query-client.ts'
import { logIn } from '../session/session.ts'
import { fieldErrorOf, useErrorText } from '../ui/error-text.ts'

interface Claim {
  readonly code: string
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Creates the user's own account with the password that the first start printed. */
export function ClaimForm() {
  const t = useT()
  const errorText = useErrorText()
  const [values, setValues] = useState<Claim>({ code: '', username: '', email: '', password: '' })
  const createAccount = useMutation({
    mutationFn: () => createAccountAndLogIn(values),
    // If another client has created the account, continues with the login.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SETUP_DONE')
        void queryClient.invalidateQueries({ queryKey: setupQuery.queryKey })
    },
  })
  const { error } = createAccount
  const submit = (event: FormEvent) => {
    event.preventDefault()
    createAccount.mutate()
  }
  const isShownInForm = isWrongCode(error) || (error instanceof ApiError && error.details.length > 0)
  return (
    <form onSubmit={submit}>
      <Stack>
        {error && !isShownInForm && (
          <Alert color="red" role="alert" variant="light">
            {errorText(error)}
          </Alert>
        )}
        <ClaimFields
          values={values}
          error={error}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        <Button type="submit" loading={createAccount.isPending} fullWidth mt="xs">
          {t('setup.claim')}
        </Button>
      </Stack>
    </form>
  )
}

async function createAccountAndLogIn(claim: Claim): Promise<void> {
  await unwrap(api.POST('/api/setup/account', { body: { ...claim, code: claim.code.trim() } }))
  await logIn(claim.username, claim.password)
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'WRONG_SETUP_CODE'

interface ClaimFieldsProps {
  readonly values: Claim
  readonly error: unknown
  readonly onChange: (change: Partial<Claim>) => void
}

function ClaimFields({ values, error, onChange }: ClaimFieldsProps) {
  const t = useT()
  const field = (name: keyof Claim) => ({
    name,
    required: true,
    value: values[name],
    error: fieldErrorOf(error, name, t),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ [name]: value }),
  })
  return (
    <>
      <PasswordInput
        label={t('setup.code')}
        description={t('setup.codeHint')}
        autoComplete="off"
        autoFocus
        {...field('code')}
        error={isWrongCode(error) ? t('setup.wrongCode') : fieldErrorOf(error, 'code', t)}
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
    </>
  )
}
