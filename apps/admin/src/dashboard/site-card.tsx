import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { homeQuery, siteStatusQuery } from '../api/queries.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { relativeTime } from '../ui/time.ts'

export function SiteCard() {
  const t = useT()
  const language = useLanguage()
  const { data } = useQuery(siteStatusQuery)
  const site = useQuery(homeQuery).data?.site
  const state = data?.current?.state ?? data?.last?.state
  return (
    <Card title={t('dashboard.siteState')}>
      <Group justify="space-between">
        <div>
          {site && (
            <Anchor href={site} target="_blank" rel="noreferrer">
              {site}
            </Anchor>
          )}
          <Text size="sm" c="dimmed">
            {data?.lastGenerated
              ? t('dashboard.generated', { time: relativeTime(data.lastGenerated, language) })
              : t('publish.never')}
          </Text>
        </div>
        {state && (
          <Badge
            component={Link}
            to="/publish"
            variant="light"
            tt="none"
            color={state === 'failed' ? 'red' : 'brandGreen'}
            style={{ cursor: 'pointer' }}
          >
            {t(`publish.state.${state}`)}
          </Badge>
        )}
      </Group>
    </Card>
  )
}
