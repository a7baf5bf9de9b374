import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPencil,
  IconTrash,
} from '../ui/icons.ts'
import { depthOf, type Entry, indented, moved, outdented, placed } from './menu-tree.ts'

type DropPosition = 'before' | 'after' | 'inside'

interface DragProps {
  readonly entry: Entry
  readonly entries: readonly Entry[]
  readonly dragged: string | undefined
  readonly onDrag: (id: string | undefined) => void
  readonly onDrop: (where: DropPosition) => void
}

interface MenuRowProps extends DragProps {
  readonly onChange: (entries: readonly Entry[] | undefined) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** The top of a row means before its item, the bottom means after it, and the middle means inside it. */
function positionAt({ clientY, currentTarget }: DragEvent): DropPosition {
  const { top, height } = currentTarget.getBoundingClientRect()
  const share = (clientY - top) / height
  return share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside'
}

export function MenuRow({ entry, entries, onChange, onEdit, onRemove, ...dragProps }: MenuRowProps) {
  const { over, handlers } = useDrag({ entry, entries, ...dragProps })
  return (
    <Group
      role="group"
      aria-label={entry.title}
      wrap="nowrap"
      gap="xs"
      px="sm"
      py={8}
      draggable
      className={`menu-row ${over && dragProps.dragged ? `menu-${over}` : ''}`}
      {...handlers}
    >
      <Box w={depthOf(entries, entry) * 28} style={{ flexShrink: 0 }} aria-hidden />
      <IconGripVertical size={16} stroke={1.5} aria-hidden style={{ cursor: 'grab', flexShrink: 0 }} />
      <Box flex={1} miw={0}>
        <Text fw={600} truncate>
          {entry.title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {entry.url}
        </Text>
      </Box>
      <RowButtons entry={entry} entries={entries} onChange={onChange} onEdit={onEdit} onRemove={onRemove} />
    </Group>
  )
}

/** Event handlers for dragging items onto this row, and this row's item onto others. */
function useDrag({ entry: { id, url }, entries, dragged, onDrag, onDrop }: DragProps) {
  const [over, setOver] = useState<DropPosition>()
  const handlers = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', url)
      setTimeout(() => onDrag(id))
    },
    onDragEnd: () => onDrag(undefined),
    onDragOver: (event: DragEvent) => {
      const where = positionAt(event)
      if (!dragged || !placed(entries, dragged, id, where)) return
      event.preventDefault()
      setOver(where)
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      onDrop(positionAt(event))
    },
  }
  return { over, handlers }
}

type RowButtonsProps = Omit<MenuRowProps, 'dragged' | 'onDrag' | 'onDrop'>

function RowButtons({ entry: { id, title }, entries, onChange, onEdit, onRemove }: RowButtonsProps) {
  const t = useT()
  const moves = [
    { label: t('menu.up', { title }), icon: IconArrowUp, next: () => moved(entries, id, -1) },
    { label: t('menu.down', { title }), icon: IconArrowDown, next: () => moved(entries, id, 1) },
    { label: t('menu.in', { title }), icon: IconIndentIncrease, next: () => indented(entries, id) },
    { label: t('menu.out', { title }), icon: IconIndentDecrease, next: () => outdented(entries, id) },
  ]
  return (
    <Group gap={0} wrap="wrap" justify="flex-end">
      {moves.map(({ label, icon: Icon, next }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          title={label}
          disabled={!next()}
          onClick={() => onChange(next())}
        >
          <Icon size={17} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon variant="subtle" color="gray" aria-label={t('menu.edit', { title })} onClick={onEdit}>
        <IconPencil size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={t('menu.remove', { title })} onClick={onRemove}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
