import { Group, SegmentedControl } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { MediaFilter } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { SearchField } from '../ui/search-field.tsx'

/** Milliseconds after the last keystroke until the list is filtered. */
const debounceMs = 250

export type MediaView = 'grid' | 'list'

interface MediaFiltersProps extends MediaFilter {
  readonly view: MediaView
  readonly onSearch: (search: string) => void
  readonly onType: (type: MediaFilter['type']) => void
  readonly onView: (view: MediaView) => void
}

export function MediaFilters({ search, type, view, onSearch, onType, onView }: MediaFiltersProps) {
  const t = useT()
  const [typed, setTyped] = useState(search)
  const later = useDebouncedCallback(onSearch, debounceMs)
  useEffect(() => setTyped(search), [search])
  return (
    <Group gap="xs" mb="md" role="search">
      <SearchField
        label={t('media.search')}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          later(text)
        }}
        flex="1 1 220px"
      />
      <SegmentedControl
        aria-label={t('media.type')}
        value={type}
        onChange={(value) => onType(value as MediaFilter['type'])}
        data={(['image', 'document', 'all'] as const).map((value) => ({
          value,
          label: t(`media.type.${value}`),
        }))}
      />
      <SegmentedControl
        aria-label={t('media.view')}
        value={view}
        onChange={(value) => onView(value as MediaView)}
        data={[
          { value: 'grid', label: t('media.grid') },
          { value: 'list', label: t('media.list') },
        ]}
      />
    </Group>
  )
}
