import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { dateAndTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { compareLines } from './compare-lines.ts'
import { ConflictCard } from './conflict-card.tsx'
import type { OpenDocument } from './document.ts'
import { fieldName } from './field-name.ts'
import { differing, type Fields } from './fields.ts'
import { LineDiff } from './line-diff.tsx'
import { type Answers, completed, type Merge } from './merge.ts'
import type { View } from './view.ts'

interface ConflictDialogProps {
  readonly document: OpenDocument
  readonly view: View
  readonly onDiscard: () => void
}

/** Resolves the conflicts between two versions one by one. */
export function ConflictDialog({ document, view, onDiscard }: ConflictDialogProps) {
  const t = useT()
  const language = useLanguage()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { newer, merge } = view
  const { answers, setAnswer } = useAnswers(merge)
  const result = merge && completed(merge, answers)
  if (!newer || !merge) return null
  const { conflicts } = merge
  const unresolved = conflicts.filter(({ id }) => answers[id] === undefined).length
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      fullScreen={isNarrow}
      size="xl"
      title={t('conflict.title')}
    >
      <Stack>
        <Text size="sm">
          {t(conflicts.length > 0 ? 'conflict.text' : 'conflict.merged', {
            time: dateAndTime(newer.item.updatedAt, language),
          })}
        </Text>
        {conflicts.map((conflict, index) => (
          <ConflictCard
            key={conflict.id}
            conflict={conflict}
            index={index + 1}
            total={conflicts.length}
            answer={answers[conflict.id]}
            onAnswer={(answer) => setAnswer(conflict.id, answer)}
          />
        ))}
        {result && <Result kind={document.kind} mine={view.fields} result={result} />}
      </Stack>
      <DialogButtons
        document={document}
        view={view}
        merge={merge}
        unresolved={unresolved}
        result={result}
        onDiscard={onDiscard}
      />
    </Modal>
  )
}

/** Answers are valid for one merge only. A completed upload changes the text, which creates a new merge. */
function useAnswers(merge: Merge | undefined) {
  const [stored, setStored] = useState({ merge, answers: {} as Answers })
  const answers = stored.merge === merge ? stored.answers : {}
  const setAnswer = (id: string, answer: Answers[string]) =>
    setStored({ merge, answers: { ...answers, [id]: answer } })
  return { answers, setAnswer }
}

interface DialogButtonsProps extends ConflictDialogProps {
  readonly merge: Merge
  /** Number of conflicts without an answer. */
  readonly unresolved: number
  /** Undefined while a conflict has no answer. */
  readonly result: Fields | undefined
}

function DialogButtons({ document, view, merge, unresolved, result, onDiscard }: DialogButtonsProps) {
  const t = useT()
  const { newer, savesMerge } = view
  const resolve = useAction((fields: Fields) => document.resolve(fields))
  return (
    <Group justify="space-between" className="dialog-foot">
      <Button variant="subtle" color="red" onClick={onDiscard}>
        {t('editor.discard')}
      </Button>
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {unresolved > 0 ? t('conflict.left', { n: unresolved }) : !savesMerge && t('conflict.notSaved')}
        </Text>
        <Button
          disabled={!result}
          loading={resolve.isPending}
          onClick={() => result && resolve.mutate(result)}
          {...(merge.conflicts.length === 0 ? { 'data-autofocus': true } : {})}
        >
          {saveLabel()}
        </Button>
      </Group>
    </Group>
  )

  function saveLabel(): string {
    if (!savesMerge) return t('conflict.continue')
    return newer?.item.status === 'published' ? t('editor.update') : t('common.save')
  }
}

interface ResultProps {
  readonly kind: OpenDocument['kind']
  readonly mine: Fields
  readonly result: Fields
}

/** Shows the changes between the author's version and the result of the merge. */
function Result({ kind, mine, result }: ResultProps) {
  const t = useT()
  const names = differing(kind, mine, result).filter((name) => name !== 'content')
  const parts = useMemo(() => compareLines(mine.content, result.content), [mine.content, result.content])
  const isSame = parts.every((part) => part.kind === 'same')
  return (
    <>
      <Text size="sm" fw={600}>
        {t(isSame && names.length === 0 ? 'conflict.nothingNew' : 'conflict.differences')}
      </Text>
      {names.length > 0 && (
        <Text size="sm">
          {t('conflict.fields', { names: names.map((name) => fieldName(name, t)).join(', ') })}
        </Text>
      )}
      {!isSame && <LineDiff parts={parts} label={t('conflict.differences')} />}
    </>
  )
}
