import type { ImportResultInput, Revision as RevisionMessage } from '@typecase/contracts/messages'
import { TransferServiceDef } from '@typecase/contracts/services'
import { fromTimestamp } from '@typecase/contracts/time'
import { invalid } from '@typecase/kernel'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import { existingActions, type ImportInput, type ImportResult } from '../../core/transfer/import-input.ts'
import type { ImportedRevision } from '../../core/transfer/imported-revisions.ts'
import { metadataFrom } from './json.ts'
import { kindFrom, toRevision } from './revisions.ts'
import { toContentItem } from './snapshot.ts'

export const transferHandlers = (app: ContentApp) =>
  implement(TransferServiceDef, {
    importItems: async ({ items }, { actor, signal }) => ({
      results: (await app.importItems(actor, items.map(importFrom), signal)).map(toImportResult),
    }),
    exportItems: async ({ cursor, limit }, { actor }) => {
      const { items, next } = await app.exportItems(actor, { cursor, limit })
      return { items: items.map(toContentItem), nextCursor: next }
    },
    exportRevisions: async ({ cursor }, { actor }) => {
      const { revisions, next } = await app.exportRevisions(actor, cursor)
      return {
        revisions: revisions.map(({ type, id, revision }) => ({ type, id, revision: toRevision(revision) })),
        nextCursor: next,
      }
    },
  })

interface Sent {
  readonly type: string
  readonly metadataJson: string
  readonly content: string
  readonly onExisting: string
  readonly revisions: readonly RevisionMessage[]
}

/** @throws VALIDATION_ERROR */
function importFrom({ type, metadataJson, content, onExisting, revisions }: Sent): ImportInput {
  const action = existingActions.find((known) => known === onExisting)
  if (!action)
    throw invalid([
      { path: 'onExisting', message: `onExisting must be one of ${existingActions.join(', ')}` },
    ])
  return {
    kind: kindFrom(type),
    metadata: metadataFrom(metadataJson),
    content,
    onExisting: action,
    revisions: revisions.map(revisionFrom),
  }
}

const revisionFrom = (sent: RevisionMessage): ImportedRevision => ({
  revision: sent.revision,
  by: sent.author,
  at: fromTimestamp(sent.createdAt),
  title: sent.title,
  slug: sent.slug,
  status: sent.status === 'published' ? 'published' : 'draft',
  changed: sent.changed,
  isSnapshot: sent.snapshot,
  metadata: metadataFrom(sent.metadataJson),
  content: sent.content ?? '',
})

const toImportResult = (result: ImportResult): ImportResultInput =>
  result.success
    ? { id: result.id, slug: result.slug, status: result.status }
    : { code: result.code, error: result.error, problems: [...result.problems] }
