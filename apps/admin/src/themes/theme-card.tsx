import { Badge, Box, Card, ColorSwatch, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface ThemeCardProps {
  readonly title: string
  readonly description: string
  readonly version: string
  readonly note?: ReactNode
  readonly colors?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly screenshot?: string | undefined
  readonly children: ReactNode
}

/** Accepts hex and named colours only, so that a theme cannot inject a url() into the style. */
const isColour = (text: string): boolean => /^#[\da-f]{3,8}$|^[a-z]+$/i.test(text)

export function ThemeCard({
  title,
  description,
  version,
  note,
  colors = [],
  tags = [],
  screenshot,
  children,
}: ThemeCardProps) {
  return (
    <Card withBorder padding="md" component="article" aria-label={title}>
      <Stack h="100%" gap="sm">
        {screenshot && <img src={screenshot} alt="" className="tile-picture" loading="lazy" />}
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Box>
            <Title order={2} size="h4">
              {title}
            </Title>
            <Text size="xs" c="dimmed">
              {version}
            </Text>
          </Box>
          {note}
        </Group>
        <Text size="sm" flex={1}>
          {description}
        </Text>
        {colors.some(isColour) && (
          <Group gap={6} aria-hidden>
            {colors.filter(isColour).map((color) => (
              <ColorSwatch key={color} color={color} size={18} />
            ))}
          </Group>
        )}
        {tags.length > 0 && (
          <Group gap={4}>
            {tags.slice(0, 5).map((tag) => (
              <Badge key={tag} size="sm" variant="default" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
        <Group gap="xs">{children}</Group>
      </Stack>
    </Card>
  )
}
