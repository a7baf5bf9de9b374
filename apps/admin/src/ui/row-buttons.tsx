import { ActionIcon, Group } from '@mantine/core'
import { IconPencil, IconTrash } from './icons.ts'

interface EditAndDeleteProps {
  /** Label for screen readers; names the entry of the row. */
  readonly editLabel: string
  readonly deleteLabel: string
  readonly onEdit: () => void
  /** Undefined if the entry cannot be deleted. */
  readonly onDelete: (() => void) | undefined
}

/** The buttons in the last column of a table. */
export function EditAndDelete({ editLabel, deleteLabel, onEdit, onDelete }: EditAndDeleteProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" aria-label={editLabel} onClick={onEdit}>
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      {onDelete && (
        <ActionIcon variant="subtle" color="red" aria-label={deleteLabel} onClick={onDelete}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
