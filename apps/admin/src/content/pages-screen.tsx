import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pagesQuery } from '../api/queries.ts'
import type { Frontmatter } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { PageRow } from './page-row.tsx'
import { PageTree } from './page-tree.tsx'

/** All pages: the tree of custom pages, then the simple pages. */
export function PagesScreen() {
  const t = useT()
  const { data, error, refetch } = useQuery(pagesQuery)
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<readonly string[]>([])
  const pages = data?.data.map(({ frontmatter }) => frontmatter) ?? []
  const query = search.trim().toLocaleLowerCase()
  const found = pages.filter(({ title, slug }) => `${title} ${slug}`.toLocaleLowerCase().includes(query))
  const normal = pages.filter(({ pageType }) => pageType === 'normal')
  const select = (id: string, on: boolean) =>
    setSelected(on ? [...selected, id] : selected.filter((other) => other !== id))
  return (
    <Screen
      title={t('pages.title')}
      text={data ? t('pages.count', { n: pages.length }) : undefined}
      actions={<NewPageButton />}
    >
      <SearchField label={t('pages.search')} value={search} onChange={setSearch} mb="md" />
      <BulkBar
        kind="pages"
        selected={selected}
        titleOf={(id) => pages.find((page) => page.id === id)?.title ?? id}
        onSelect={setSelected}
      />
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && pages.length === 0 && (
        <EmptyNote title={t('pages.empty')} text={t('pages.emptyText')}>
          <NewPageButton />
        </EmptyNote>
      )}
      {pages.length > 0 && query !== '' && (
        <Paper withBorder>
          {found.length > 0 ? (
            <PageRows pages={found} selected={selected} onSelect={select} />
          ) : (
            <Text p="md">{t('posts.noneFound')}</Text>
          )}
        </Paper>
      )}
      {pages.length > 0 && query === '' && (
        <Stack gap="xl">
          {normal.length < pages.length && <PageTree pages={pages} selected={selected} onSelect={select} />}
          {normal.length > 0 && <NormalPages pages={normal} selected={selected} onSelect={select} />}
        </Stack>
      )}
    </Screen>
  )
}

function NewPageButton() {
  const t = useT()
  return (
    <Button component={Link} to="/pages/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('pages.new')}
    </Button>
  )
}

interface PageListProps {
  readonly pages: readonly Frontmatter[]
  readonly selected: readonly string[]
  readonly onSelect: (id: string, on: boolean) => void
}

function NormalPages(props: PageListProps) {
  const t = useT()
  return (
    <section aria-labelledby="normal-pages">
      <Title order={2} size="h4" id="normal-pages">
        {t('pages.normal')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('pages.normalText')}
      </Text>
      <Paper withBorder>
        <PageRows {...props} />
      </Paper>
    </section>
  )
}

function PageRows({ pages, selected, onSelect }: PageListProps) {
  return (
    <>
      {pages.map((page) => (
        <PageRow
          key={page.id}
          page={page}
          isSelected={selected.includes(page.id)}
          onSelect={(on) => onSelect(page.id, on)}
        />
      ))}
    </>
  )
}
