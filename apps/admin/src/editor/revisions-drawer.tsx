import { Badge, Box, Button, Drawer, Stack, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { revisionsQuery } from '../api/queries.ts'
import type { Comparison, FullRevision, Revision } from '../api/types.ts'
import { type Translate, useLanguage, useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { relativeTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import type { OpenDocument } from './document.ts'
import { fieldName } from './field-name.ts'
import { LineDiff } from './line-diff.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import type { View } from './view.ts'

interface RevisionsDrawerProps {
  readonly document: OpenDocument
  readonly view: View
  readonly id: string
  readonly onClose: () => void
}

/** Lists revisions, compares them with the current text and restores them. */
export function RevisionsDrawer({ document, view, id, onClose }: RevisionsDrawerProps) {
  const { kind } = document
  const t = useT()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    revisionsQuery(kind, id),
  )
  const revisions = data?.pages.flatMap((page) => page.data)
  const [open, setOpen] = useState<number>()
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('revisions.title')}>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Waiting />}
      {revisions?.length === 0 && <Text c="dimmed">{t('revisions.empty')}</Text>}
      <Stack gap="xs">
        {revisions?.map((revision) => (
          <Box key={revision.revision} className="revision">
            <RevisionButton
              revision={revision}
              isOpen={open === revision.revision}
              onClick={() => setOpen(open === revision.revision ? undefined : revision.revision)}
            />
            {open === revision.revision && (
              <Details
                document={document}
                view={view}
                id={id}
                revision={revision.revision}
                onRestored={onClose}
              />
            )}
          </Box>
        ))}
      </Stack>
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </Drawer>
  )
}

interface RevisionButtonProps {
  readonly revision: Revision
  readonly isOpen: boolean
  readonly onClick: () => void
}

function RevisionButton({ revision, isOpen, onClick }: RevisionButtonProps) {
  const t = useT()
  const language = useLanguage()
  const { title, status, author, createdAt, changed, snapshot } = revision
  const authorName = author === 'scheduler' ? t('revisions.scheduler') : author || t('revisions.unknown')
  return (
    <UnstyledButton w="100%" p="sm" aria-expanded={isOpen} onClick={onClick}>
      <Text fw={600} size="sm">
        {title}{' '}
        <Badge size="xs" variant="light" color={snapshot ? 'orange' : 'gray'} tt="none">
          {t(snapshot ? 'revisions.unsaved' : `common.${status}`)}
        </Badge>
      </Text>
      <Text size="xs" c="dimmed">
        {t('revisions.by', { author: authorName, time: relativeTime(createdAt, language) })}
      </Text>
      {changed.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('revisions.changed', { names: changed.map((name) => fieldName(name, t)).join(', ') })}
        </Text>
      )}
    </UnstyledButton>
  )
}

interface DetailsProps {
  readonly document: OpenDocument
  readonly view: View
  readonly id: string
  readonly revision: number
  readonly onRestored: () => void
}

function Details({ document, view, id, revision, onRestored }: DetailsProps) {
  const t = useT()
  const { kind } = document
  const [restoring, setRestoring] = useState<FullRevision>()
  const params = { path: { id, revision: String(revision) } }
  const { data, error } = useQuery({
    queryKey: [kind, 'comparison', id, revision],
    queryFn: async ({ signal }): Promise<Comparison> =>
      (await unwrap(api.GET(`/api/${kind}/{id}/revisions/{revision}/compare`, { params, signal }))).data,
    staleTime: 0,
  })
  const read = useAction(
    async (): Promise<FullRevision> =>
      (await unwrap(api.GET(`/api/${kind}/{id}/revisions/{revision}`, { params }))).data,
    { onDone: setRestoring },
  )
  if (error) return <ErrorNote error={error} />
  if (!data) return <Waiting />
  const isSame = data.fields.length === 0 && data.content.every((part) => part.kind === 'same')
  return (
    <Stack gap="xs" p="sm" pt={0}>
      {isSame && <Text size="sm">{t('revisions.same')}</Text>}
      {data.fields.map(({ field, from, to }) => (
        <Text key={field} size="sm" className="breakable">
          <b>{fieldName(field, t)}</b>: <del>{textOf(field, from, t)}</del> →{' '}
          <ins>{textOf(field, to, t)}</ins>
        </Text>
      ))}
      {data.content.some((part) => part.kind !== 'same') && (
        <LineDiff parts={data.content} label={t('revisions.compare')} />
      )}
      {(!isSame || view.phase !== 'saved') && (
        <Button size="xs" variant="light" loading={read.isPending} onClick={() => read.mutate()}>
          {t('revisions.restore')}
        </Button>
      )}
      {restoring && (
        <RestoreDialog
          document={document}
          view={view}
          revision={restoring}
          onClose={() => setRestoring(undefined)}
          onRestored={onRestored}
        />
      )}
    </Stack>
  )
}

function textOf(field: string, value: unknown, t: Translate): string {
  if (value === undefined) return '–'
  if (field === 'status') return t(value === 'published' ? 'common.published' : 'common.draft')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
