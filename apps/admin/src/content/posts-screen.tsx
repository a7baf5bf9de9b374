import { Button, Group, Pagination, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postsQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { PostFilters } from './post-filters.tsx'
import { PostTable } from './post-table.tsx'

const route = getRouteApi('/posts')
const pageSize = 20

/** All posts. Filters are in the URL, so that they can be bookmarked and shared. */
export function PostsScreen() {
  const t = useT()
  const { page = 1, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  const [selected, setSelected] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery(
    postsQuery({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
  )
  const posts = data?.data.map(({ frontmatter }) => frontmatter) ?? []
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'sort' && value !== undefined)
  const pages = Math.ceil((data?.total ?? 0) / pageSize)
  const goTo = (next: number) =>
    void navigate({ search: (before) => ({ ...before, page: next > 1 ? next : undefined }) })
  return (
    <Screen
      title={t('posts.title')}
      text={data ? t('posts.count', { n: data.total }) : undefined}
      actions={<NewPostButton />}
    >
      <PostFilters
        filter={filter}
        onChange={(change) => {
          setSelected([])
          void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true })
        }}
      />
      <BulkBar
        kind="posts"
        selected={selected}
        titleOf={(id) => posts.find((post) => post.id === id)?.title ?? id}
        onSelect={setSelected}
      />
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && posts.length === 0 && (
        <NoPosts isFiltered={isFiltered} onClearFilters={() => void navigate({ search: {} })} />
      )}
      {posts.length > 0 && (
        <Paper withBorder>
          <PostTable posts={posts} selected={selected} onSelect={setSelected} />
        </Paper>
      )}
      {pages > 1 && (
        <Pages page={page} pages={pages} shown={posts.length} total={data?.total ?? 0} onPage={goTo} />
      )}
    </Screen>
  )
}

function NewPostButton() {
  const t = useT()
  return (
    <Button component={Link} to="/posts/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('posts.new')}
    </Button>
  )
}

interface NoPostsProps {
  readonly isFiltered: boolean
  readonly onClearFilters: () => void
}

function NoPosts({ isFiltered, onClearFilters }: NoPostsProps) {
  const t = useT()
  if (!isFiltered)
    return (
      <EmptyNote title={t('posts.empty')} text={t('posts.emptyText')}>
        <NewPostButton />
      </EmptyNote>
    )
  return (
    <EmptyNote title={t('posts.noneFound')}>
      <Button variant="default" onClick={onClearFilters}>
        {t('posts.clearFilters')}
      </Button>
    </EmptyNote>
  )
}

interface PagesProps {
  readonly page: number
  readonly pages: number
  readonly shown: number
  readonly total: number
  readonly onPage: (page: number) => void
}

function Pages({ page, pages, shown, total, onPage }: PagesProps) {
  const t = useT()
  const before = (page - 1) * pageSize
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {t('common.range', { from: before + 1, to: before + shown, total })}
      </Text>
      <Pagination
        total={pages}
        value={page}
        onChange={onPage}
        getItemProps={(n) => ({ 'aria-label': t('common.page', { n }) })}
        getControlProps={(control) => ({
          'aria-label': t(control === 'previous' ? 'common.previousPage' : 'common.nextPage'),
        })}
      />
    </Group>
  )
}
