import { Alert, Box, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { WholeRevision } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { dateAndTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { ActionError } from './action-error.tsx'
import { compareLines } from './compare-lines.ts'
import type { OpenDocument } from './document.ts'
import {
  differingFields,
  type EditorFields,
  editorFields,
  emptyFields,
  type FieldName,
  isSame,
  restorableNames,
} from './editor-fields.ts'
import { fieldLabel } from './field-label.ts'
import { LineDiff } from './line-diff.tsx'
import { valueText } from './value-text.ts'
import { isAutosaved, type View } from './view.ts'

interface RestoreDialogProps {
  readonly document: OpenDocument
  readonly view: View
  readonly revision: WholeRevision
  readonly onClose: () => void
  readonly onRestored: () => void
}

/** Asks which fields of a revision to restore, and shows the changes. */
export function RestoreDialog({ document, view, revision, onClose, onRestored }: RestoreDialogProps) {
  const t = useT()
  const language = useLanguage()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { kind } = document
  const unknown = { id: '', createdAt: '', updatedAt: '' }
  const then = editorFields({ ...unknown, ...revision.metadata, content: revision.content })
  const names = restorableNames(kind).filter((name) => !isSame(then[name], view.fields[name]))
  // Fields that are empty in the revision were filled later: they stay unless the author selects them.
  const [chosen, setChosen] = useState<ReadonlySet<FieldName>>(
    () => new Set(names.filter((name) => name === 'content' || !isSame(then[name], emptyFields[name]))),
  )
  const restore = useAction(
    () =>
      document.restore(
        Object.fromEntries(names.filter((name) => chosen.has(name)).map((name) => [name, then[name]])),
        revision.createdAt,
      ),
    { invalidates: [kind], onDone: onRestored, onFailed: () => true },
  )
  const isHidden = isAutosaved(view.base)
  const isUnsaved =
    view.base !== undefined && differingFields(kind, editorFields(view.base), view.fields).length > 0
  const toggle = (name: FieldName) =>
    setChosen(
      (before) => new Set(before.has(name) ? [...before].filter((one) => one !== name) : [...before, name]),
    )
  return (
    <Modal opened onClose={onClose} size="xl" fullScreen={isNarrow} title={t('restore.title')}>
      <Stack>
        <Text size="sm">
          {t('restore.text', { time: dateAndTime(revision.createdAt, language) })}{' '}
          {t(isHidden ? 'restore.draft' : 'restore.site')}
        </Text>
        {isUnsaved && !isHidden && (
          <Alert color="blue" variant="light" role="status">
            {t('restore.aside')}
          </Alert>
        )}
        {names.length === 0 && <Text size="sm">{t('restore.same')}</Text>}
        {names.map((name) => (
          <Part
            key={name}
            name={name}
            now={view.fields}
            then={then}
            isChosen={chosen.has(name)}
            onToggle={() => toggle(name)}
          />
        ))}
        <ActionError error={restore.error} text={t('restore.notSaved')} />
      </Stack>
      <Group justify="flex-end" className="dialog-foot">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!names.some((name) => chosen.has(name))}
          loading={restore.isPending}
          onClick={() => restore.mutate()}
          data-autofocus
        >
          {t('restore.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}

interface PartProps {
  readonly name: FieldName
  readonly now: EditorFields
  readonly then: EditorFields
  readonly isChosen: boolean
  readonly onToggle: () => void
}

function Part({ name, now, then, isChosen, onToggle }: PartProps) {
  const t = useT()
  const parts = useMemo(
    () => (name === 'content' ? compareLines(now.content, then.content) : []),
    [name, now.content, then.content],
  )
  const shown = (fields: EditorFields) => valueText(name, fields[name], t) || '–'
  return (
    <Box>
      <Checkbox label={fieldLabel(name, t)} checked={isChosen} onChange={onToggle} mb={6} />
      {name === 'content' ? (
        <LineDiff parts={parts} label={t('restore.changes')} />
      ) : (
        <Text size="sm" pl={30} className="breakable">
          <del>{shown(now)}</del> → <ins>{shown(then)}</ins>
        </Text>
      )}
    </Box>
  )
}
