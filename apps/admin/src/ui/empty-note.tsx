import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Shown for an empty list, with the next step. */
export function EmptyNote({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" ta="center" gap="sm">
        <Text fw={600} size="lg">
          {title}
        </Text>
        {text && <Text c="dimmed">{text}</Text>}
        {children}
      </Stack>
    </Paper>
  )
}
