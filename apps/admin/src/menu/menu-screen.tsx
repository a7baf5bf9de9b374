import { Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { menuQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconPlus } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { MenuItemDialog } from './menu-item-dialog.tsx'
import { MenuRow } from './menu-row.tsx'
import { type Entry, entriesOf, inOrder, placed, without } from './menu-tree.ts'

/** Edits the navigation of the site. All changes are saved in one request. */
export function MenuScreen() {
  const t = useT()
  const { data, error, refetch } = useQuery(menuQuery)
  const [changed, setChanged] = useState<readonly Entry[]>()
  const [edited, setEdited] = useState<Entry | 'new'>()
  const entries = changed ?? entriesOf(data?.data ?? [])
  const change = (next: readonly Entry[] | undefined) => next && setChanged(next)
  const save = useAction(() => unwrap(api.PUT('/api/menu', { body: [...entries] })), {
    invalidates: ['menu'],
    done: t('menu.saved'),
    onDone: () => setChanged(undefined),
  })
  useBlocker({
    shouldBlockFn: () => changed !== undefined && !confirm(`${t('common.unsaved')}. ${t('menu.discard')}?`),
    enableBeforeUnload: changed !== undefined,
  })
  return (
    <Screen
      title={t('menu.title')}
      text={t('menu.text')}
      actions={
        <>
          <AddButton onAdd={() => setEdited('new')} />
          <Button onClick={() => save.mutate()} loading={save.isPending} disabled={changed === undefined}>
            {t('menu.saveOrder')}
          </Button>
        </>
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && entries.length === 0 && <EmptyNote title={t('menu.empty')} text={t('menu.emptyText')} />}
      {changed && <UnsavedNote onDiscard={() => setChanged(undefined)} />}
      {entries.length > 0 && <MenuRows entries={entries} onChange={change} onEdit={setEdited} />}
      {edited && (
        <MenuItemDialog
          entry={edited === 'new' ? undefined : edited}
          taken={entries.map(({ id }) => id)}
          onClose={() => setEdited(undefined)}
          onSave={(entry) => {
            setEdited(undefined)
            change(inOrder(withEntry(entries, entry)))
          }}
        />
      )}
    </Screen>
  )
}

interface MenuRowsProps {
  readonly entries: readonly Entry[]
  readonly onChange: (entries: readonly Entry[] | undefined) => void
  readonly onEdit: (entry: Entry) => void
}

function MenuRows({ entries, onChange, onEdit }: MenuRowsProps) {
  const [dragged, setDragged] = useState<string>()
  return (
    <Paper withBorder>
      {entries.map((entry) => (
        <MenuRow
          key={entry.id}
          entry={entry}
          entries={entries}
          dragged={dragged}
          onDrag={setDragged}
          onDrop={(where) => {
            if (dragged) onChange(placed(entries, dragged, entry.id, where))
            setDragged(undefined)
          }}
          onChange={onChange}
          onEdit={() => onEdit(entry)}
          onRemove={() => onChange(without(entries, entry.id))}
        />
      ))}
    </Paper>
  )
}

/** Replaces the entry with the same id, or adds it at the end. */
const withEntry = (entries: readonly Entry[], entry: Entry): readonly Entry[] =>
  entries.some(({ id }) => id === entry.id)
    ? entries.map((other) => (other.id === entry.id ? entry : other))
    : [...entries, entry]

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  const t = useT()
  return (
    <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
      {t('menu.add')}
    </Button>
  )
}

function UnsavedNote({ onDiscard }: { readonly onDiscard: () => void }) {
  const t = useT()
  return (
    <Group mb="sm" justify="space-between" role="status">
      <Text size="sm">{t('common.unsaved')}</Text>
      <Button size="xs" variant="subtle" color="gray" onClick={onDiscard}>
        {t('menu.discard')}
      </Button>
    </Group>
  )
}
