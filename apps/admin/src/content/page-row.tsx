import { Box, Checkbox, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Frontmatter } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

interface PageRowProps {
  readonly page: Frontmatter
  readonly path?: string
  readonly depth?: number
  readonly isSelected: boolean
  readonly onSelect: (on: boolean) => void
  readonly handle?: ReactNode
  readonly actions?: ReactNode
}

export function PageRow({ page, path, depth = 0, isSelected, onSelect, handle, actions }: PageRowProps) {
  const t = useT()
  return (
    <Group
      wrap="nowrap"
      gap="sm"
      px="sm"
      py={8}
      {...(isSelected ? { bg: 'var(--mantine-primary-color-light)' } : {})}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Checkbox
        aria-label={t('list.select', { title: page.title })}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <Box w={{ base: depth * 12, sm: depth * 24 }} style={{ flexShrink: 0 }} aria-hidden />
      {handle}
      <Group flex={1} miw={0} gap={4} justify="space-between">
        <Box flex="1 1 9rem" miw={0}>
          <Link className="row-link" to="/pages/$id" params={{ id: page.id }} draggable={false}>
            {page.title}
          </Link>
          <Text size="xs" c="dimmed" truncate>
            {path ?? `/page/${page.slug}`}
          </Text>
        </Box>
        <StatusBadge status={page.status} publishAt={page.publishAt} />
      </Group>
      {actions}
    </Group>
  )
}
