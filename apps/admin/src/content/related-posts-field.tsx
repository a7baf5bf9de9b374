import { Group, MultiSelect, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { itemQuery, maxSuggestions, postsQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { noClientFilter, useTyped } from './use-typed.ts'

interface RelatedPostsFieldProps {
  /** Id of the edited post, which the field does not suggest. */
  readonly ownId: string | undefined
  readonly value: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/**
 * Selects other posts. The server searches them by title or text. Selected posts show their title even if the
 * search does not find them.
 */
export function RelatedPostsField({ ownId, value, onChange }: RelatedPostsFieldProps) {
  const t = useT()
  const { search, isCurrent, setTyped } = useTyped()
  const found = useQuery(postsQuery({ search, limit: maxSuggestions }))
  const selected = useQueries({ queries: value.map((id) => itemQuery('posts', id)) })
  const posts = (found.data?.data ?? [])
    .map(({ frontmatter }) => frontmatter)
    .filter(({ id }) => id !== ownId)
  const byId = new Map(posts.map((post) => [post.id, post]))
  const labels = value.map((id, index) => {
    const { data, isError } = selected[index] ?? {}
    return {
      value: id,
      label: data?.title ?? byId.get(id)?.title ?? (isError ? t('field.relatedGone') : '…'),
    }
  })
  return (
    <MultiSelect
      label={t('field.related')}
      placeholder={value.length === 0 ? t('field.relatedFind') : undefined}
      data={[
        ...posts
          .filter(({ id }) => !value.includes(id))
          .map(({ id, title }) => ({ value: id, label: title })),
        ...labels,
      ]}
      value={[...value]}
      onChange={onChange}
      onSearchChange={setTyped}
      filter={noClientFilter}
      renderOption={({ option }) => {
        const post = byId.get(option.value)
        return (
          <Group justify="space-between" wrap="nowrap" w="100%" gap="xs">
            <Text span size="sm" className="breakable">
              {option.label}
            </Text>
            {post?.status === 'draft' && <StatusBadge status={post.status} publishAt={post.publishAt} />}
          </Group>
        )
      }}
      nothingFoundMessage={isCurrent && !found.isFetching ? t('picker.noPost') : undefined}
      hidePickedOptions
      searchable
    />
  )
}
