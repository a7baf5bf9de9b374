import { Button, Modal, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { relativeTime } from '../ui/time.ts'
import { toastDone } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { compareLines } from './compare-lines.ts'
import type { OpenDocument, Resolution, View } from './document.ts'
import { fieldName } from './field-name.ts'
import { differing, fieldsOf } from './fields.ts'
import { LineDiff } from './line-diff.tsx'

const choices = ['merge', 'mine', 'theirs'] as const satisfies readonly Resolution[]

/** Two people changed the same thing: what becomes of it is chosen here, and nowhere else. */
export function ConflictDialog({ document, view }: { readonly document: OpenDocument; readonly view: View }) {
  const t = useT()
  const language = useLanguage()
  const { theirs, fields } = view
  const parts = useMemo(() => (theirs ? compareLines(theirs.content, fields.content) : []), [theirs, fields.content])
  const resolve = useAction((resolution: Resolution) => document.resolve(resolution), {
    onDone: (marked, resolution) => {
      if (resolution === 'merge') toastDone(marked > 0 ? t('conflict.marked', { n: marked }) : t('conflict.merged'))
    },
  })
  if (!theirs) return null
  const names = differing(document.kind, fields, fieldsOf(theirs)).filter((name) => name !== 'content')
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
      title={t('conflict.title')}
    >
      <Stack>
        <Text size="sm">{t('conflict.text', { time: relativeTime(theirs.updatedAt, language) })}</Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {choices.map((choice) => (
            <Paper key={choice} withBorder p="sm">
              <Stack gap="xs" h="100%" justify="space-between">
                <Text size="sm">{t(`conflict.${choice}Text`)}</Text>
                <Button
                  size="xs"
                  variant={choice === 'merge' ? 'filled' : 'default'}
                  loading={resolve.isPending}
                  onClick={() => resolve.mutate(choice)}
                  {...(choice === 'merge' ? { 'data-autofocus': true } : {})}
                >
                  {t(`conflict.${choice}`)}
                </Button>
              </Stack>
            </Paper>
          ))}
        </SimpleGrid>
        {names.length > 0 && <Text size="sm">{t('conflict.fields', { names: names.map((name) => fieldName(name, t)).join(', ') })}</Text>}
        {parts.some(({ kind }) => kind !== 'same') && (
          <>
            <Text size="sm" fw={600}>
              {t('conflict.differences')}
            </Text>
            <LineDiff parts={parts} label={t('conflict.differences')} />
          </>
        )}
      </Stack>
    </Modal>
  )
}
