import { Text } from '@mantine/core'
import type { PermalinkCheck } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { Confirm } from '../ui/confirm.tsx'

interface ConfirmMovesProps {
  readonly check: PermalinkCheck
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks for confirmation before new permalinks move posts and pages. */
export function ConfirmMoves({ check: { moved, examples, collisions }, ...actions }: ConfirmMovesProps) {
  const t = useT()
  const [example] = examples
  return (
    <Confirm opened title={t('settings.movesAsk', { moved })} label={t('settings.moves')} {...actions}>
      {example && <Text>{t('settings.movesText', { from: example.from, to: example.to })}</Text>}
      {collisions > 0 && <Text mt="sm">{t('settings.movesCollisions', { collisions })}</Text>}
    </Confirm>
  )
}
