import { Alert, Anchor, AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useIsAdmin } from '../session/session.ts'
import { IconPlugConnectedX } from '../ui/icons.ts'
import { Mark } from '../ui/mark.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { AccountMenu } from './account-menu.tsx'
import { navigation } from './navigation.ts'
import { SiteLink } from './site-link.tsx'

/** Shows header, navigation and the screen. During the setup, shows only the screen. */
export function Shell() {
  const t = useT()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (path) close()
  }, [path, close])
  if (path === '/setup')
    return (
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    )
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <Header isNavigationOpen={isOpen} onToggleNavigation={toggle} />
      <AppShell.Navbar p="sm" aria-label={t('nav.main')}>
        <ScrollArea type="auto" flex={1}>
          <Navigation path={path} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <OfflineNote />
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

interface HeaderProps {
  readonly isNavigationOpen: boolean
  readonly onToggleNavigation: () => void
}

function Header({ isNavigationOpen, onToggleNavigation }: HeaderProps) {
  const t = useT()
  return (
    <AppShell.Header>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Burger
            opened={isNavigationOpen}
            onClick={onToggleNavigation}
            hiddenFrom="sm"
            size="sm"
            aria-label={t('nav.open')}
            aria-expanded={isNavigationOpen}
          />
          <Anchor component={Link} to="/" c="inherit" underline="never">
            <Group gap={8} wrap="nowrap">
              <Mark />
              <Text fw={700}>Typecase</Text>
            </Group>
          </Anchor>
        </Group>
        <Group gap={4} wrap="nowrap">
          <SiteLink />
          <AccountMenu />
        </Group>
      </Group>
    </AppShell.Header>
  )
}

function OfflineNote() {
  const t = useT()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="orange" variant="light" mb="md" role="status" icon={<IconPlugConnectedX aria-hidden />}>
      {t('shell.offline')}
    </Alert>
  )
}

function Navigation({ path }: { readonly path: string }) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const isHere = (to: string) => (to === '/' ? path === '/' : path.startsWith(to))
  return navigation.map(({ title, entries }) => (
    <div key={entries[0]?.to}>
      {title && (
        <Text size="xs" fw={600} c="dimmed" px="sm" mt="md" mb={4}>
          {t(title)}
        </Text>
      )}
      {entries
        .filter(({ admin }) => isAdmin || !admin)
        .map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={t(label)}
            leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
            active={isHere(to)}
            aria-current={isHere(to) ? 'page' : undefined}
            bdrs="md"
            py={8}
          />
        ))}
    </div>
  ))
}
