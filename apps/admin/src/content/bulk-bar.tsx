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

/** Runs actions on the selected items, with confirmation and progress. Failed items stay selected. */
export function BulkBar({ kind, selected, titleOf, onSelect }: BulkBarProps) {
  const t = useT()
  const [asked, setAsked] = useState<BulkAction>()
  const { run, done } = useBulk({ kind, selected, titleOf, onSelect })
  const failed = run.data?.failed ?? []
  if (selected.length === 0 && failed.length === 0) return null
  return (
    <Paper withBorder p="sm" mb="md" role="region" aria-label={t('common.actions')}>
      <Group justify="space-between">
        <Text fw={600} aria-live="polite">
          {t('bulk.selected', { n: selected.length })}
        </Text>
        <Buttons isBusy={run.isPending} onAsk={setAsked} onClear={() => onSelect([])} />
      </Group>
      {run.isPending && <Running done={done} total={selected.length} />}
      {failed.length > 0 && !run.isPending && <Failures failed={failed} done={run.data?.done ?? 0} />}
      {asked && (
        <Confirm
          opened
          title={t(`bulk.confirm.${asked}`, { n: selected.length })}
          label={t(`bulk.${asked}`)}
          color={asked === 'publish' ? 'brandGreen' : 'red'}
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

/** Runs an action on the selected items. `done` counts the processed items. */
function useBulk({ kind, selected, titleOf, onSelect }: BulkBarProps) {
  const t = useT()
  const errorText = useErrorText()
  const [done, setDone] = useState(0)
  const run = useAction(
    async (action: BulkAction) => {
      setDone(0)
      // Reads the titles before the action, because deleted items have none.
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
  return { run, done }
}

interface ButtonsProps {
  readonly isBusy: boolean
  readonly onAsk: (action: BulkAction) => void
  readonly onClear: () => void
}

function Buttons({ isBusy, onAsk, onClear }: ButtonsProps) {
  const t = useT()
  return (
    <Group gap="xs">
      <Button size="xs" variant="light" disabled={isBusy} onClick={() => onAsk('publish')}>
        {t('bulk.publish')}
      </Button>
      <Button size="xs" variant="default" disabled={isBusy} onClick={() => onAsk('draft')}>
        {t('bulk.draft')}
      </Button>
      <Button size="xs" variant="light" color="red" disabled={isBusy} onClick={() => onAsk('delete')}>
        {t('bulk.delete')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t('common.clear')}
      </Button>
    </Group>
  )
}

function Running({ done, total }: { readonly done: number; readonly total: number }) {
  const t = useT()
  const text = t('bulk.progress', { done, total })
  return (
    <>
      <Progress value={(done / total) * 100} mt="sm" aria-label={text} />
      <Text size="xs" c="dimmed" mt={4}>
        {text}
      </Text>
    </>
  )
}

interface FailuresProps {
  readonly failed: readonly { readonly id: string; readonly title: string; readonly error: string }[]
  readonly done: number
}

function Failures({ failed, done }: FailuresProps) {
  const t = useT()
  const title = t('bulk.results', { failed: failed.length, total: failed.length + done })
  return (
    <Alert color="red" variant="light" mt="sm" role="alert" title={title}>
      <List size="sm">
        {failed.map(({ id, title: itemTitle, error }) => (
          <List.Item key={id}>
            {itemTitle}: {error}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
