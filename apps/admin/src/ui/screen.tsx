import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface ScreenProps {
  readonly title: string
  readonly text?: string | undefined
  readonly actions?: ReactNode
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Frame of a screen: heading, actions and window title. */
export function Screen({ title, text, actions, wide = false, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Typecase`
  }, [title])
  return (
    <Box maw={wide ? undefined : 1180} mx="auto">
      <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
        <Stack gap={2}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {text && <Text c="dimmed">{text}</Text>}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}
