import { Alert, Button, Group, List, Paper, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import type { Kind } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useErrorText } from '../ui/error-text.ts'
import { toastDone } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { type BulkAction, runBulk } from './bulk.ts'

interface BulkBarProps {
  readonly kind: Kind
  readonly selected: readonly string[]
  readonly titleOf: (id: string) => string
  readonly onSelect: (ids: readonly string[]) => void
}

/** Actions on the selected items: confirmation, progress, failed items. Failed items stay selected. */
export function BulkBar({ kind, selected, titleOf, onSelect }: BulkBarProps) {
  const t = useT()
  const errorText = useErrorText()
  const [asked, setAsked] = useState<BulkAction>()
  const [done, setDone] = useState(0)
  const run = useAction(
    async (action: BulkAction) => {
      setDone(0)
      // Read before the action: deleted items have no title.
      const titles = new Map(selected.map((id) => [id, titleOf(id)]))
      const outcome = await runBulk(kind, action, selected, setDone, errorText)
      return {
        ...outcome,
        failed: outcome.failed.map((failure) => ({
          ...failure,
          title: titles.get(failure.id) ?? failure.id,
        })),
      }
    },
    {
      invalidates: [kind],
      onDone: (outcome) => {
        if (outcome.done > 0) toastDone(t('bulk.done', { n: outcome.done }))
        onSelect(outcome.failed.map(({ id }) => id))
      },
    },
  )
  const failed = run.data?.failed ?? []
  if (selected.length === 0 && failed.length === 0) return null
  return (
    <Paper withBorder p="sm" mb="md" role="region" aria-label={t('common.actions')}>
      <Group justify="space-between">
        <Text fw={600} aria-live="polite">
          {t('bulk.selected', { n: selected.length })}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="light" disabled={run.isPending} onClick={() => setAsked('publish')}>
            {t('bulk.publish')}
          </Button>
          <Button size="xs" variant="default" disabled={run.isPending} onClick={() => setAsked('draft')}>
            {t('bulk.draft')}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            disabled={run.isPending}
            onClick={() => setAsked('delete')}
          >
            {t('bulk.delete')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => onSelect([])}>
            {t('common.clear')}
          </Button>
        </Group>
      </Group>
      {run.isPending && (
        <>
          <Progress
            value={(done / selected.length) * 100}
            mt="sm"
            aria-label={t('bulk.progress', { done, total: selected.length })}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {t('bulk.progress', { done, total: selected.length })}
          </Text>
        </>
      )}
      {failed.length > 0 && !run.isPending && (
        <Alert
          color="red"
          variant="light"
          mt="sm"
          role="alert"
          title={t('bulk.results', { failed: failed.length, total: failed.length + (run.data?.done ?? 0) })}
        >
          <List size="sm">
            {failed.map(({ id, title, error }) => (
              <List.Item key={id}>
                {title}: {error}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {asked && (
        <Confirm
          opened
          title={t(`bulk.confirm.${asked}`, { n: selected.length })}
          label={t(`bulk.${asked}`)}
          color={asked === 'publish' ? 'sorts' : 'red'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            run.mutate(asked)
          }}
        >
          {t(`bulk.confirmText.${asked}`)}
        </Confirm>
      )}
    </Paper>
  )
}
