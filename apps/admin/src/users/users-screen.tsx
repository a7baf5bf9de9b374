import { Badge, Button, Paper, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { usersQuery } from '../api/queries.ts'
import type { User } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconPlus } from '../ui/icons.ts'
import { EditAndDelete } from '../ui/row-buttons.tsx'
import { Screen } from '../ui/screen.tsx'
import { shortDate } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { UserDialog } from './user-dialog.tsx'

export function UsersScreen() {
  return (
    <AdminOnly>
      <Users />
    </AdminOnly>
  )
}

function Users() {
  const t = useT()
  const { data, error, refetch } = useQuery(usersQuery)
  const [edited, setEdited] = useState<User | 'new'>()
  const [deleting, setDeleting] = useState<User>()
  const deletion = useAction(
    (user: User) => unwrap(api.DELETE('/api/users/{id}', { params: { path: { id: user.id } } })),
    {
      invalidates: ['users'],
      done: t('users.deleted', { name: deleting?.username ?? '' }),
      onDone: () => setDeleting(undefined),
    },
  )
  return (
    <Screen
      title={t('users.title')}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {t('users.new')}
        </Button>
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <UserTable users={data.data} onEdit={setEdited} onDelete={setDeleting} />}
      {edited && (
        <UserDialog user={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {deleting && (
        <Confirm
          opened
          title={t('users.deleteAsk', { name: deleting.username })}
          label={t('common.delete')}
          busy={deletion.isPending}
          onClose={() => setDeleting(undefined)}
          onConfirm={() => deletion.mutate(deleting)}
        >
          {t('users.deleteText')}
        </Confirm>
      )}
    </Screen>
  )
}

interface UserTableProps {
  readonly users: readonly User[]
  readonly onEdit: (user: User) => void
  readonly onDelete: (user: User) => void
}

function UserTable({ users, onEdit, onDelete }: UserTableProps) {
  const t = useT()
  return (
    <Paper withBorder>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('users.username')}</Table.Th>
            <Table.Th>{t('users.role')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('users.since')}</Table.Th>
            <Table.Th w={90}>{t('common.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} onEdit={() => onEdit(user)} onDelete={() => onDelete(user)} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface RowProps {
  readonly user: User
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function Row({ user, onEdit, onDelete }: RowProps) {
  const t = useT()
  const language = useLanguage()
  const isMe = useMe().id === user.id
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>
          {user.username}{' '}
          {isMe && (
            <Text span size="xs" c="dimmed">
              ({t('users.you')})
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" className="breakable">
          {user.email}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge
          variant="light"
          color={user.role === 'admin' ? 'brandGreen' : 'gray'}
          tt="none"
          miw="max-content"
        >
          {t(`shell.role.${user.role}`)}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">{shortDate(user.createdAt, language)}</Table.Td>
      <Table.Td>
        <EditAndDelete
          editLabel={t('users.edit', { name: user.username })}
          deleteLabel={t('users.deleteAsk', { name: user.username })}
          onEdit={onEdit}
          // Users cannot delete their own account.
          onDelete={isMe ? undefined : onDelete}
        />
      </Table.Td>
    </Table.Tr>
  )
}
