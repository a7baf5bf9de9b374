import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { homeQuery, siteStatusQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { IconExternalLink } from '../ui/icons.ts'

/** Links to the generated site and to the dashboard. */
export function DoneStep() {
  const t = useT()
  const site = useQuery(homeQuery).data?.site
  const { data } = useQuery({ ...siteStatusQuery, refetchInterval: 500 })
  const isOnline = Boolean(data?.lastGenerated)
  const hasFailed = !isOnline && !data?.current && data?.last?.state === 'failed'
  return (
    <>
      <Group gap="xs" mt="xs" mb="lg" role="status">
        {!isOnline && !hasFailed && <Loader size="xs" aria-hidden />}
        <Text>{t(isOnline ? 'setup.online' : hasFailed ? 'setup.failed' : 'setup.generating')}</Text>
        {hasFailed && (
          <Anchor component={Link} to="/publish">
            {t('setup.toPublish')}
          </Anchor>
        )}
      </Group>
      <Group>
        {isOnline && site && (
          <Button
            component="a"
            href={site}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t('shell.site')}
          </Button>
        )}
        <Button component={Link} to="/" variant="default">
          {t('nav.dashboard')}
        </Button>
      </Group>
    </>
  )
}
