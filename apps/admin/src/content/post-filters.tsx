import { Button, Group, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { PostFilter } from '../api/queries.ts'
import type { Status, TermList } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { SearchField } from '../ui/search-field.tsx'
import { type PostSort, postSorts } from './post-sorts.ts'
import { TermFilter } from './term-fields.tsx'

/** Milliseconds after the last keystroke until the list is filtered. */
const debounceMs = 250

interface Filter extends Pick<PostFilter, 'status' | 'search' | 'category' | 'tag' | 'author'> {
  readonly sort?: PostSort | undefined
}
const noFilter = {
  status: undefined,
  search: undefined,
  category: undefined,
  tag: undefined,
  author: undefined,
  sort: undefined,
} as const

interface PostFiltersProps {
  readonly filter: Filter
  readonly onChange: (change: Filter) => void
}

export function PostFilters({ filter, onChange }: PostFiltersProps) {
  const t = useT()
  const [search, setSearch] = useState(filter.search ?? '')
  const later = useDebouncedCallback((text: string) => onChange({ search: text || undefined }), debounceMs)
  useEffect(() => setSearch(filter.search ?? ''), [filter.search])
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const term = (name: 'category' | 'tag' | 'author', list: TermList) => (
    <TermFilter
      list={list}
      label={t(`posts.${name}`)}
      value={filter[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <Group gap="xs" mb="md" role="search">
      <SearchField
        label={t('posts.search')}
        value={search}
        onChange={(text) => {
          setSearch(text)
          later(text)
        }}
        flex="1 1 220px"
      />
      <StatusFilter value={filter.status} onChange={(status) => onChange({ status })} />
      {term('category', 'categories')}
      {term('tag', 'tags')}
      {term('author', 'authors')}
      <Select
        aria-label={t('posts.sort')}
        data={postSorts.map((value) => ({ value, label: t(`posts.sort.${value}`) }))}
        value={filter.sort ?? postSorts[0]}
        onChange={(value) =>
          onChange({ sort: value && value !== postSorts[0] ? (value as PostSort) : undefined })
        }
        allowDeselect={false}
        w={180}
      />
      {isFiltered && (
        <Button variant="subtle" color="gray" onClick={() => onChange(noFilter)}>
          {t('posts.clearFilters')}
        </Button>
      )}
    </Group>
  )
}

interface StatusFilterProps {
  readonly value: Status | undefined
  readonly onChange: (status: Status | undefined) => void
}

function StatusFilter({ value, onChange }: StatusFilterProps) {
  const t = useT()
  return (
    <Select
      aria-label={t('common.status')}
      placeholder={t('common.status')}
      data={[
        { value: 'published', label: t('common.published') },
        { value: 'draft', label: t('common.draft') },
      ]}
      value={value ?? null}
      onChange={(status) => onChange((status as Status | null) ?? undefined)}
      clearable
      w={130}
    />
  )
}
