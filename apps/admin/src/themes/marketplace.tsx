import { Button, Group, Select, SimpleGrid, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import {
  type MarketplaceFilter,
  marketplaceCategoriesQuery,
  marketplaceQuery,
  themesQuery,
} from '../api/queries.ts'
import type { MarketplaceTheme } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { ThemeCard } from './theme-card.tsx'

const sorts = ['name', 'date', 'version'] as const

export function Marketplace() {
  const t = useT()
  const [filter, setFilter] = useState<MarketplaceFilter>({ search: '', category: '', sort: 'name' })
  const [search] = useDebouncedValue(filter.search, 250)
  const { data, error, refetch } = useQuery(marketplaceQuery({ ...filter, search }))
  const categories = useQuery(marketplaceCategoriesQuery).data?.data ?? []
  const installed = useQuery(themesQuery).data?.data ?? []
  return (
    <>
      <FilterBar
        filter={filter}
        categories={categories}
        onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
      />
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.data.length === 0 && <EmptyNote title={t('themes.noneFound')} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {data?.data.map((theme) => (
          <Offer
            key={theme.marketplaceName}
            theme={theme}
            isInstalled={installed.some(({ info }) => info.title === theme.title)}
          />
        ))}
      </SimpleGrid>
      {data && (
        <Text size="xs" c="dimmed" mt="md">
          {t('themes.source', {
            source: data.source === 'bundled' ? t('themes.bundledSource') : data.source,
          })}
        </Text>
      )}
    </>
  )
}

interface FilterBarProps {
  readonly filter: MarketplaceFilter
  readonly categories: readonly string[]
  readonly onChange: (change: Partial<MarketplaceFilter>) => void
}

function FilterBar({ filter: { search, category, sort }, categories, onChange }: FilterBarProps) {
  const t = useT()
  return (
    <Group gap="xs" mb="md" role="search">
      <SearchField
        label={t('themes.search')}
        value={search}
        onChange={(text) => onChange({ search: text })}
        flex="1 1 220px"
      />
      <Select
        aria-label={t('themes.category')}
        placeholder={t('themes.category')}
        data={[...categories]}
        value={category || null}
        onChange={(value) => onChange({ category: value ?? '' })}
        clearable
        w={170}
      />
      <Select
        aria-label={t('themes.sort')}
        data={sorts.map((value) => ({ value, label: t(`themes.sort.${value}`) }))}
        value={sort}
        onChange={(value) => onChange({ sort: (value ?? 'name') as MarketplaceFilter['sort'] })}
        allowDeselect={false}
        w={160}
      />
    </Group>
  )
}

function Offer({ theme, isInstalled }: { readonly theme: MarketplaceTheme; readonly isInstalled: boolean }) {
  const t = useT()
  const install = useAction(
    () => unwrap(api.POST('/api/themes/marketplace/install', { body: { themeName: theme.marketplaceName } })),
    {
      invalidates: ['themes'],
      done: t('themes.uploaded', { title: theme.title, version: theme.version }),
    },
  )
  return (
    <ThemeCard
      title={theme.title}
      description={theme.description ?? ''}
      version={t('themes.version', { version: theme.version, author: theme.author ?? '' })}
      tags={theme.tags}
      screenshot={theme.screenshot?.startsWith('http') ? theme.screenshot : undefined}
    >
      <Button size="xs" disabled={isInstalled} loading={install.isPending} onClick={() => install.mutate()}>
        {t(isInstalled ? 'themes.isInstalled' : 'themes.install')}
      </Button>
    </ThemeCard>
  )
}
