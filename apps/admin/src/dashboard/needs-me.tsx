import { Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery, siteStatusQuery, themeUpdatesQuery } from '../api/queries.ts'
import { unsavedDrafts } from '../editor/drafts.ts'
import { useT } from '../i18n/i18n.ts'
import { useIsAdmin, useMe } from '../session/session.ts'
import { unnamedSite } from '../settings/unnamed-site.ts'
import { Card } from '../ui/card.tsx'
import type { Listed } from './schedule.ts'

const maxDrafts = 5

interface Todo {
  readonly to: string
  readonly text: string
}

interface NeedsMeProps {
  readonly posts: readonly Listed[]
  readonly isReady: boolean
}

/** Open tasks of the user: first steps, failures, unfinished drafts. */
export function NeedsMe(props: NeedsMeProps) {
  const t = useT()
  const todos = useTodos(props)
  return (
    <Card title={t('dashboard.needsMe')}>
      {todos.length === 0 && <Text c="dimmed">{t('dashboard.nothing')}</Text>}
      <List spacing={6} listStyleType="none">
        {todos.map(({ to, text }) => (
          <List.Item key={text}>
            <Anchor component={Link} to={to}>
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Card>
  )
}

function useTodos({ posts, isReady }: NeedsMeProps): readonly Todo[] {
  const t = useT()
  const me = useMe()
  const isAdmin = useIsAdmin()
  const settings = useQuery(settingsQuery).data
  const status = useQuery({ ...siteStatusQuery, enabled: isAdmin }).data
  const broken = status?.linkCheck?.broken ?? 0
  const updates = useQuery(themeUpdatesQuery).data?.data.length ?? 0
  const local =
    useQuery({ queryKey: ['local', me.username], queryFn: () => unsavedDrafts(me.username), staleTime: 0 })
      .data ?? []
  const todos: readonly (Todo | false | undefined)[] = [
    ...local.map(({ kind, id, draft }) => ({
      to: `/${kind}/${id}`,
      text: t('dashboard.unsaved', {
        title: draft.fields.title || t(kind === 'posts' ? 'editor.newPost' : 'editor.newPage'),
      }),
    })),
    status?.last?.state === 'failed' && { to: '/publish', text: t('dashboard.failed') },
    broken > 0 && { to: '/publish', text: t('dashboard.brokenLinks', { n: broken }) },
    settings?.siteTitle === unnamedSite && { to: '/settings', text: t('dashboard.nameSite') },
    isReady && posts.length === 0 && { to: '/posts/new', text: t('dashboard.firstPost') },
    isAdmin && status && !status.last && !status.current && { to: '/publish', text: t('dashboard.never') },
    updates > 0 && { to: '/themes', text: t('dashboard.updates', { n: updates }) },
    ...posts
      .filter(
        ({ status: state, author, publishAt }) => state === 'draft' && author === me.username && !publishAt,
      )
      .slice(0, maxDrafts)
      .map(({ id, title }) => ({ to: `/posts/${id}`, text: t('dashboard.draftWaits', { title }) })),
  ]
  return todos.filter((todo): todo is Todo => Boolean(todo))
}
