import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'

interface ProgressCardProps {
  readonly text: string
  /** 0 to 1; undefined while the total is unknown. */
  readonly share?: number | undefined
  readonly hint?: string
  readonly onCancel: () => void
}

/** A job of the worker that the user can cancel. */
export function ProgressCard({ text, share, hint, onCancel }: ProgressCardProps) {
  const t = useT()
  return (
    <Paper withBorder p="lg" maw={680}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Text role="status">{text}</Text>
          <Button variant="default" size="xs" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Group>
        <Progress
          value={(share ?? 1) * 100}
          striped={share === undefined}
          animated={share === undefined}
          aria-label={text}
        />
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
