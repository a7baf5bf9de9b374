import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useIsAdmin } from '../session/session.ts'

export function NotFound() {
  const t = useT()
  return (
    <Stack align="center" ta="center" py="xl">
      <Title order={1} size="h2">
        {t('error.notFound')}
      </Title>
      <Text c="dimmed">{t('error.notFoundText')}</Text>
      <Button component={Link} to="/">
        {t('nav.dashboard')}
      </Button>
    </Stack>
  )
}

/** Shown after a bug, or if a code chunk could not be loaded. */
export function Crashed() {
  const t = useT()
  return (
    <Stack align="center" ta="center" py="xl" role="alert">
      <Title order={1} size="h2">
        {t('error.unexpected')}
      </Title>
      <Button onClick={() => location.reload()}>{t('error.reload')}</Button>
    </Stack>
  )
}

/** Shows a screen to administrators only. Editors see no links to such screens, but may enter their URLs. */
export function AdminOnly({ children }: { readonly children: ReactNode }) {
  const t = useT()
  if (useIsAdmin()) return children
  return (
    <Stack align="center" ta="center" py="xl">
      <Title order={1} size="h2">
        {t('error.forbidden')}
      </Title>
      <Button component={Link} to="/">
        {t('nav.dashboard')}
      </Button>
    </Stack>
  )
}
