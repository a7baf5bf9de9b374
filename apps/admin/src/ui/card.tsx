import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface CardProps {
  readonly title: string
  readonly text?: string
  readonly aside?: ReactNode
  readonly children?: ReactNode
}

export function Card({ title, text, aside, children }: CardProps) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}
