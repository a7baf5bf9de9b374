import { Box, Button, Center, Loader, Modal, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { meQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Mark } from '../ui/mark.tsx'
import { LoginForm } from './login-form.tsx'
import { forgetSession, useIsSessionLost } from './session.ts'

/** Shows the screen to who is logged in, at the same address; the login to everybody else. A session that ends leaves the screen as it is. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const me = useQuery(meQuery)
  const isLost = useIsSessionLost()
  if (me.data)
    return (
      <>
        {children}
        <Modal opened={isLost} onClose={() => undefined} withCloseButton={false} title={t('login.expired')} centered closeOnEscape={false}>
          <Text c="dimmed" mb="md">
            {t('login.expiredText')}
          </Text>
          <LoginForm username={me.data.username} />
          <Button variant="subtle" fullWidth mt="sm" onClick={forgetSession}>
            {t('login.other')}
          </Button>
        </Modal>
      </>
    )
  if (me.error instanceof ApiError && me.error.status === 401) return <LoginPage />
  return (
    <Center component="main" mih="100vh" p="md">
      {me.error ? (
        <ErrorNote error={me.error} retry={() => void me.refetch()} />
      ) : (
        <Loader role="status" aria-label={t('common.loading')} />
      )}
    </Center>
  )
}

function LoginPage() {
  const t = useT()
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--mantine-color-default-hover)">
      <Box w="100%" maw={400}>
        <Stack align="center" gap={4} mb="lg">
          <Mark size={48} />
          <Title order={1} size="h2">
            Typecase
          </Title>
          <Text c="dimmed" ta="center">
            {t('login.text')}
          </Text>
        </Stack>
        <Paper withBorder shadow="sm" p="lg">
          <LoginForm />
        </Paper>
      </Box>
    </Center>
  )
}
