import { Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Frontmatter } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { dateAndTime, relativeTime } from '../ui/time.ts'

interface PostTableProps {
  readonly posts: readonly Frontmatter[]
  readonly selected: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
}

export function PostTable({ posts, selected, onSelect }: PostTableProps) {
  const t = useT()
  const ids = posts.map(({ id }) => id)
  const selectedHere = ids.filter((id) => selected.includes(id))
  return (
    <Table verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={44}>
            <Checkbox
              aria-label={t('list.selectAll')}
              checked={selectedHere.length === ids.length}
              indeterminate={selectedHere.length > 0 && selectedHere.length < ids.length}
              onChange={({ currentTarget }) => onSelect(currentTarget.checked ? ids : [])}
            />
          </Table.Th>
          <Table.Th>{t('common.title')}</Table.Th>
          <Table.Th w={130}>{t('common.status')}</Table.Th>
          <Table.Th w={150} visibleFrom="md">
            {t('posts.author')}
          </Table.Th>
          <Table.Th w={150} visibleFrom="sm">
            {t('posts.changed')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {posts.map((post) => (
          <Row
            key={post.id}
            post={post}
            isSelected={selected.includes(post.id)}
            onSelect={(on) => onSelect(on ? [...selected, post.id] : selected.filter((id) => id !== post.id))}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps {
  readonly post: Frontmatter
  readonly isSelected: boolean
  readonly onSelect: (on: boolean) => void
}

function Row({ post, isSelected, onSelect }: RowProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <Table.Tr {...(isSelected ? { bg: 'var(--mantine-primary-color-light)' } : {})}>
      <Table.Td>
        <Checkbox
          aria-label={t('list.select', { title: post.title })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Stack gap={2}>
          <Link className="row-link" to="/posts/$id" params={{ id: post.id }}>
            {post.title}
          </Link>
          <Terms post={post} />
        </Stack>
      </Table.Td>
      <Table.Td>
        <StatusBadge status={post.status} publishAt={post.publishAt} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" truncate maw={140}>
          {post.author}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text
          size="sm"
          c="dimmed"
          component="time"
          dateTime={post.updatedAt}
          title={dateAndTime(post.updatedAt, language)}
        >
          {relativeTime(post.updatedAt, language)}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

/** The category and the first tags of a post, with links that filter the list. */
function Terms({ post: { category, tags } }: Pick<RowProps, 'post'>) {
  return (
    <Group gap={8}>
      {category && (
        <Link className="term" to="/posts" search={{ category }}>
          {category}
        </Link>
      )}
      {tags?.slice(0, 4).map((tag) => (
        <Link className="term" key={tag} to="/posts" search={{ tag }}>
          #{tag}
        </Link>
      ))}
    </Group>
  )
}
