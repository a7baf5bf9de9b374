import { Alert, Box, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { FullRevision, Kind } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { dateAndTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { ActionError } from './action-error.tsx'
import { compareLines } from './compare-lines.ts'
import type { OpenDocument } from './document.ts'
import { fieldName } from './field-name.ts'
import {
  differing,
  type FieldName,
  type Fields,
  fieldsOf,
  isSame,
  noFields,
  restorableNames,
} from './fields.ts'
import { LineDiff } from './line-diff.tsx'
import { valueText } from './value-text.ts'
import { isAutosaved, type View } from './view.ts'

interface RestoreDialogProps {
  readonly document: OpenDocument
  readonly view: View
  readonly revision: FullRevision
  readonly onClose: () => void
  readonly onRestored: () => void
}

/** Asks which fields of a revision to restore, and shows the changes. */
export function RestoreDialog({ document, view, revision, onClose, onRestored }: RestoreDialogProps) {
  const t = useT()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { kind } = document
  const unknown = { id: '', createdAt: '', updatedAt: '' }
  const then = fieldsOf({ ...unknown, ...revision.metadata, content: revision.content })
  const names = restorableNames(kind).filter((name) => !isSame(then[name], view.fields[name]))
  const { selected, toggle } = useSelection(() => initialNames(names, then))
  const restore = useAction(
    () =>
      document.restore(
        Object.fromEntries(names.filter((name) => selected.has(name)).map((name) => [name, then[name]])),
        revision.createdAt,
      ),
    { invalidates: [kind], onDone: onRestored, onFailed: () => true },
  )
  return (
    <Modal opened onClose={onClose} size="xl" fullScreen={isNarrow} title={t('restore.title')}>
      <Stack>
        <Consequences kind={kind} view={view} revisionDate={revision.createdAt} />
        {names.length === 0 && <Text size="sm">{t('restore.same')}</Text>}
        {names.map((name) => (
          <Part
            key={name}
            name={name}
            now={view.fields}
            then={then}
            isSelected={selected.has(name)}
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
          disabled={!names.some((name) => selected.has(name))}
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

/** Fields that are empty in the revision are not selected at first, because they were filled later. */
const initialNames = (names: readonly FieldName[], then: Fields): ReadonlySet<FieldName> =>
  new Set(names.filter((name) => name === 'content' || !isSame(then[name], noFields[name])))

function useSelection(initial: () => ReadonlySet<FieldName>) {
  const [selected, setSelected] = useState(initial)
  const toggle = (name: FieldName) =>
    setSelected(
      (before) => new Set(before.has(name) ? [...before].filter((one) => one !== name) : [...before, name]),
    )
  return { selected, toggle }
}

interface ConsequencesProps {
  readonly kind: Kind
  readonly view: View
  /** ISO 8601. */
  readonly revisionDate: string
}

/** Explains how restoring the revision changes the site and the unsaved text. */
function Consequences({ kind, view: { base, fields }, revisionDate }: ConsequencesProps) {
  const t = useT()
  const language = useLanguage()
  const isHidden = isAutosaved(base)
  const isUnsaved = base !== undefined && differing(kind, fieldsOf(base), fields).length > 0
  return (
    <>
      <Text size="sm">
        {t('restore.text', { time: dateAndTime(revisionDate, language) })}{' '}
        {t(isHidden ? 'restore.draft' : 'restore.site')}
      </Text>
      {isUnsaved && !isHidden && (
        <Alert color="blue" variant="light" role="status">
          {t('restore.aside')}
        </Alert>
      )}
    </>
  )
}

interface PartProps {
  readonly name: FieldName
  readonly now: Fields
  readonly then: Fields
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function Part({ name, now, then, isSelected, onToggle }: PartProps) {
  const t = useT()
  const parts = useMemo(
    () => (name === 'content' ? compareLines(now.content, then.content) : []),
    [name, now.content, then.content],
  )
  const textOf = (fields: Fields) => valueText(name, fields[name], t) || '–'
  return (
    <Box>
      <Checkbox label={fieldName(name, t)} checked={isSelected} onChange={onToggle} mb={6} />
      {name === 'content' ? (
        <LineDiff parts={parts} label={t('restore.changes')} />
      ) : (
        <Text size="sm" pl={30} className="breakable">
          <del>{textOf(now)}</del> → <ins>{textOf(then)}</ins>
        </Text>
      )}
    </Box>
  )
}
