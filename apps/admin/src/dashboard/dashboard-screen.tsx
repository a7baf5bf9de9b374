import { Anchor, Button, Group, List, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pagesQuery, postsQuery } from '../api/queries.ts'
import type { ListItem } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { useIsAdmin, useMe } from '../session/session.ts'
import { useFirstStart } from '../setup/use-first-start.ts'
import { Card } from '../ui/card.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { relativeTime } from '../ui/time.ts'
import { Waiting } from '../ui/waiting.tsx'
import { NeedsMe } from './needs-me.tsx'
import { scheduleOf } from './schedule.ts'
import { SiteCard } from './site-card.tsx'

const recent = 6

/** Shows the state of the content and open tasks. Redirects to the setup until the setup is finished. */
export function DashboardScreen() {
  const firstStart = useFirstStart()
  if (firstStart === 'unknown') return <Waiting />
  return firstStart === 'needed' ? <Navigate to="/setup" replace /> : <Dashboard />
}

function Dashboard() {
  const t = useT()
  const me = useMe()
  const isAdmin = useIsAdmin()
  const published = useQuery(postsQuery({ status: 'published', limit: 200 }))
  const drafts = useQuery(postsQuery({ status: 'draft', limit: 200 }))
  const latest = useQuery(postsQuery({ sort: '-updatedAt', limit: recent }))
  const pages = useQuery(pagesQuery)
  const posts = [...(published.data?.data ?? []), ...(drafts.data?.data ?? [])].map(({ frontmatter }) => ({
    kind: 'posts' as const,
    ...frontmatter,
  }))
  const allPages = (pages.data?.data ?? []).map(({ frontmatter }) => ({
    kind: 'pages' as const,
    ...frontmatter,
  }))
  const failure = published.error ?? drafts.error ?? pages.error
  return (
    <Screen
      title={t('dashboard.hello', { name: me.username })}
      actions={
        <>
          <Button component={Link} to="/pages/new" variant="default">
            {t('dashboard.newPage')}
          </Button>
          <Button component={Link} to="/posts/new" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('dashboard.newPost')}
          </Button>
        </>
      }
    >
      {failure && <ErrorNote error={failure} />}
      <Stack>
        <Figures published={published.data?.total} drafts={drafts.data?.total} pages={pages.data?.total} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <NeedsMe posts={posts} isReady={published.isSuccess && drafts.isSuccess} />
          <Scheduled items={scheduleOf([...posts, ...allPages])} />
          <RecentPosts posts={latest.data?.data} />
          {isAdmin && <SiteCard />}
        </SimpleGrid>
      </Stack>
    </Screen>
  )
}

interface FiguresProps {
  readonly published: number | undefined
  readonly drafts: number | undefined
  readonly pages: number | undefined
}

function Figures({ published, drafts, pages }: FiguresProps) {
  const t = useT()
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Figure
        value={published}
        to="/posts?status=published"
        label={t('dashboard.liveText', { n: published ?? 0 })}
      />
      <Figure value={drafts} to="/posts?status=draft" label={t('dashboard.drafts', { n: drafts ?? 0 })} />
      <Figure value={pages} to="/pages" label={t('nav.pages')} />
    </SimpleGrid>
  )
}

function Figure({
  value,
  label,
  to,
}: {
  readonly value: number | undefined
  readonly label: string
  readonly to: string
}) {
  return (
    <Paper withBorder p="lg" component={Link} to={to} c="inherit" td="none">
      <Text fz={32} fw={700} lh={1.1}>
        {value ?? '–'}
      </Text>
      <Text c="dimmed">{label}</Text>
    </Paper>
  )
}

function RecentPosts({ posts }: { readonly posts: readonly ListItem[] | undefined }) {
  const t = useT()
  return (
    <Card title={t('dashboard.recent')}>
      {posts?.map(({ frontmatter: { id, title, status, publishAt, updatedAt } }) => (
        <Recent
          key={id}
          id={id}
          title={title}
          at={updatedAt}
          badge={<StatusBadge status={status} publishAt={publishAt} />}
        />
      ))}
      {posts?.length === 0 && <Text c="dimmed">{t('posts.empty')}</Text>}
    </Card>
  )
}

function Recent({
  id,
  title,
  at,
  badge,
}: {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly badge: ReactNode
}) {
  const language = useLanguage()
  return (
    <Group justify="space-between" wrap="nowrap" py={6}>
      <Link className="row-link" to="/posts/$id" params={{ id }}>
        {title}
      </Link>
      <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
        <Text size="xs" c="dimmed" visibleFrom="xs" style={{ whiteSpace: 'nowrap' }}>
          {relativeTime(at, language)}
        </Text>
        {badge}
      </Group>
    </Group>
  )
}

function Scheduled({ items }: { readonly items: ReturnType<typeof scheduleOf> }) {
  const t = useT()
  const language = useLanguage()
  return (
    <Card title={t('dashboard.scheduled')}>
      {items.length === 0 && <Text c="dimmed">{t('dashboard.nothingScheduled')}</Text>}
      <List spacing={6} listStyleType="none">
        {items.map(({ item, at, what }) => (
          <List.Item key={`${item.id} ${what}`}>
            <Anchor component={Link} to={`/${item.kind}/${item.id}`}>
              {item.title}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed">
              {t(`dashboard.${what}`, { time: relativeTime(at, language) })}
            </Text>
          </List.Item>
        ))}
      </List>
    </Card>
  )
}
