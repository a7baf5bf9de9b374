import { Anchor, Box, Button, Center, Loader, Modal, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { meQuery, setupQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Mark } from '../ui/mark.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { LoginForm } from './login-form.tsx'
import { clearSession, useHasSessionEnded } from './session.ts'

const ClaimForm = lazy(async () => ({ default: (await import('../setup/claim-form.tsx')).ClaimForm }))

/**
 * Shows the screen to logged-in users, and the login to others at the same URL. If the session ends, the
 * screen stays open behind a login dialog.
 */
export function Gate({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const me = useQuery(meQuery)
  const isLost = useHasSessionEnded()
  if (me.data)
    return (
      <>
        {children}
        <Modal
          opened={isLost}
          onClose={() => undefined}
          withCloseButton={false}
          title={t('login.expired')}
          centered
          closeOnEscape={false}
        >
          <Text c="dimmed" mb="md">
            {t('login.expiredText')}
          </Text>
          <LoginForm username={me.data.username} />
          <Button variant="subtle" fullWidth mt="sm" onClick={clearSession}>
            {t('login.other')}
          </Button>
        </Modal>
      </>
    )
  if (me.error instanceof ApiError && me.error.status === 401) return <LoginPage />
  if (!me.error) return <Loading />
  return (
    <Center component="main" mih="100vh" p="md">
      <ErrorNote error={me.error} retry={() => void me.refetch()} />
    </Center>
  )
}

/** Shows the login, or the form for the first account. */
function LoginPage() {
  const t = useT()
  const setup = useQuery(setupQuery)
  const [hasAccount, setHasAccount] = useState(false)
  if (setup.isPending) return <Loading />
  const needsAccount = setup.data?.needsAccount === true
  const isFirst = needsAccount && !hasAccount
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--mantine-color-default-hover)">
      <Box w="100%" maw={400}>
        <Stack align="center" gap={4} mb="lg">
          <Mark size={48} />
          <Title order={1} size="h2" ta="center">
            {isFirst ? t('setup.welcome') : 'Typecase'}
          </Title>
          <Text c="dimmed" ta="center">
            {t(isFirst ? 'setup.claimText' : 'login.text')}
          </Text>
        </Stack>
        <Paper withBorder shadow="sm" p="lg">
          {isFirst ? (
            <Suspense fallback={<Waiting />}>
              <ClaimForm />
            </Suspense>
          ) : (
            <LoginForm />
          )}
        </Paper>
        {needsAccount && (
          <Center mt="md">
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="center"
              onClick={() => setHasAccount(isFirst)}
            >
              {t(isFirst ? 'setup.logIn' : 'setup.chooseOwn')}
            </Anchor>
          </Center>
        )}
      </Box>
    </Center>
  )
}

function Loading() {
  const t = useT()
  return (
    <Center component="main" mih="100vh" p="md">
      <Loader role="status" aria-label={t('common.loading')} />
    </Center>
  )
}
