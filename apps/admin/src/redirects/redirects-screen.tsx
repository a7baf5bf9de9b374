import { Button, FileButton, Pagination, Paper, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import type { ImportedRedirects, Redirect } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { EmptyNote } from '../ui/empty-note.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconPlus, IconUpload } from '../ui/icons.ts'
import { EditAndDelete } from '../ui/row-buttons.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { ImportReport } from './import-report.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { type RedirectFilter, redirectsPerPage, redirectsQuery } from './redirects.ts'

export function RedirectsScreen() {
  return (
    <AdminOnly>
      <Redirects />
    </AdminOnly>
  )
}

function Redirects() {
  const t = useT()
  const [filter, setFilter] = useState<RedirectFilter>({ q: '', offset: 0 })
  const [edited, setEdited] = useState<Redirect | 'new'>()
  const [removed, setRemoved] = useState<Redirect>()
  const [report, setReport] = useState<ImportedRedirects>()
  const erase = useAction(({ id }: Redirect) => eraseRedirect(id), {
    invalidates: ['redirects', 'site'],
    done: t('redirects.deleted'),
    onDone: () => setRemoved(undefined),
  })
  return (
    <Screen
      title={t('redirects.title')}
      text={t('redirects.text')}
      actions={
        <>
          <ImportButton onImported={setReport} />
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
            {t('redirects.new')}
          </Button>
        </>
      }
    >
      {report && <ImportReport report={report} onClose={() => setReport(undefined)} />}
      <SearchField
        label={t('redirects.search')}
        value={filter.q}
        onChange={(q) => setFilter({ q, offset: 0 })}
      />
      <RedirectList filter={filter} onFilter={setFilter} onEdit={setEdited} onDelete={setRemoved} />
      {edited && (
        <RedirectDialog
          redirect={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmDeletion
          redirect={removed}
          busy={erase.isPending}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => erase.mutate(removed)}
        />
      )}
    </Screen>
  )
}

const eraseRedirect = (id: string) => unwrap(api.DELETE('/api/redirects/{id}', { params: { path: { id } } }))

function ImportButton({ onImported }: { readonly onImported: (report: ImportedRedirects) => void }) {
  const t = useT()
  const importing = useAction(importFile, { invalidates: ['redirects', 'site'], onDone: onImported })
  return (
    <FileButton accept=".csv,text/csv" onChange={(file) => file && importing.mutate(file)}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={importing.isPending}
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {t('redirects.import')}
        </Button>
      )}
    </FileButton>
  )
}

async function importFile(file: File): Promise<ImportedRedirects> {
  const form = new FormData()
  form.set('file', file)
  const body = { file: file.name }
  return unwrap(api.POST('/api/redirects/import', { body, bodySerializer: () => form }))
}

interface RedirectActions {
  readonly onEdit: (redirect: Redirect) => void
  readonly onDelete: (redirect: Redirect) => void
}

interface RedirectListProps extends RedirectActions {
  readonly filter: RedirectFilter
  readonly onFilter: (filter: RedirectFilter) => void
}

/** Shows one page of the redirects that match the filter. */
function RedirectList({ filter, onFilter, ...actions }: RedirectListProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(redirectsQuery(filter))
  return (
    <>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.total === 0 && (
        <EmptyNote
          title={t('redirects.empty')}
          text={t(filter.q ? 'redirects.notFound' : 'redirects.emptyText')}
        />
      )}
      {data && data.total > 0 && <RedirectTable redirects={data.data} {...actions} />}
      {data && data.total > redirectsPerPage && (
        <Pagination
          mt="md"
          total={Math.ceil(data.total / redirectsPerPage)}
          value={filter.offset / redirectsPerPage + 1}
          onChange={(page) => onFilter({ ...filter, offset: (page - 1) * redirectsPerPage })}
        />
      )}
    </>
  )
}

interface RedirectTableProps extends RedirectActions {
  readonly redirects: readonly Redirect[]
}

function RedirectTable({ redirects, ...actions }: RedirectTableProps) {
  const t = useT()
  return (
    <Paper withBorder mt="md">
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('redirects.from')}</Table.Th>
            <Table.Th>{t('redirects.to')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('redirects.status')}</Table.Th>
            <Table.Th w={90}>{t('common.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {redirects.map((redirect) => (
            <Row key={redirect.id} redirect={redirect} {...actions} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

interface RowProps extends RedirectActions {
  readonly redirect: Redirect
}

function Row({ redirect, onEdit, onDelete }: RowProps) {
  const t = useT()
  return (
    <Table.Tr>
      <Table.Td className="breakable">{redirect.from}</Table.Td>
      <Table.Td className="breakable">
        {redirect.to ?? <Text c="dimmed">{t('redirects.gone')}</Text>}
      </Table.Td>
      <Table.Td visibleFrom="sm">{redirect.status}</Table.Td>
      <Table.Td>
        <EditAndDelete
          editLabel={t('redirects.editOf', { from: redirect.from })}
          deleteLabel={t('redirects.deleteAsk', { from: redirect.from })}
          onEdit={() => onEdit(redirect)}
          onDelete={() => onDelete(redirect)}
        />
      </Table.Td>
    </Table.Tr>
  )
}

interface ConfirmDeletionProps {
  readonly redirect: Redirect
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function ConfirmDeletion({ redirect: { from }, ...confirmProps }: ConfirmDeletionProps) {
  const t = useT()
  return (
    <Confirm opened title={t('redirects.deleteAsk', { from })} label={t('common.delete')} {...confirmProps}>
      {t('redirects.deleteText')}
    </Confirm>
  )
}
