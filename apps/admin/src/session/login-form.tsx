import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, apiError } from '../api/client.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { useErrorText } from '../ui/error-text.ts'
import { durationText, useSecondsUntil } from './lockout.ts'
import { logIn } from './session.ts'

/** Seconds that an account is locked if the response has no Retry-After. */
const lockSeconds = 15 * 60

/** With `username`, asks for the password only. */
export function LoginForm({ username }: { readonly username?: string }) {
  const t = useT()
  const [name, setName] = useState(username ?? '')
  const [password, setPassword] = useState('')
  const { isBusy, error, secondsUntilUnlock, attempt } = useLoginAttempt(() => setPassword(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(name, password)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {error && <LoginError error={error} seconds={secondsUntilUnlock} />}
        <TextInput
          label={t('login.username')}
          name="username"
          autoComplete="username"
          required
          autoFocus={!username}
          readOnly={Boolean(username)}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          required
          autoFocus={Boolean(username)}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={secondsUntilUnlock > 0} fullWidth mt="xs">
          {t('login.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Logs in; reports the error and how long the account is locked. */
function useLoginAttempt(onFailed: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [lockedUntil, setLockedUntil] = useState<number>()
  const secondsUntilUnlock = useSecondsUntil(lockedUntil)

  async function attempt(name: string, password: string) {
    setBusy(true)
    setError(undefined)
    setLockedUntil(undefined)
    try {
      await logIn(name, password)
    } catch (thrown) {
      const failure = thrown instanceof ApiError ? thrown : apiError(0, { error: String(thrown) })
      setError(failure)
      if (failure.code === 'ACCOUNT_LOCKED')
        setLockedUntil(Date.now() + (failure.retryAfter ?? lockSeconds) * 1000)
      onFailed()
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, error, secondsUntilUnlock, attempt }
}

/** `seconds`: until the account is unlocked. */
function LoginError({ error, seconds }: { readonly error: ApiError; readonly seconds: number }) {
  const t = useT()
  const language = useLanguage()
  const errorText = useErrorText()
  const text = () => {
    if (error.code === 'ACCOUNT_LOCKED')
      return seconds > 0 ? t('login.locked', { time: durationText(seconds, language) }) : t('login.unlocked')
    return error.code === 'INVALID_CREDENTIALS' ? t('login.wrong') : errorText(error)
  }
  return (
    <Alert color={seconds > 0 ? 'orange' : 'red'} role="alert" variant="light">
      {text()}
    </Alert>
  )
}
