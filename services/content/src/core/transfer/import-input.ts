import { isUuid, type Problem } from '@typecase/kernel'
import type { ItemKind } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { type ImportedDates, importedDates } from './imported-dates.ts'
import type { ImportedRevision } from './imported-revisions.ts'

export const existingActions = ['skip', 'replace', 'fail'] as const
export type ExistingAction = (typeof existingActions)[number]

export interface ImportInput {
  readonly kind: ItemKind
  /** All fields of a new item, and `id`, `createdAt`, `updatedAt`, `sourceKey`. */
  readonly metadata: JsonObject
  readonly content: string
  /** Action for an item that was imported before. */
  readonly onExisting: ExistingAction
  /** History of a created item, oldest first; without revisions, the history begins with the import. */
  readonly revisions?: readonly ImportedRevision[]
}

export type ImportedStatus = 'created' | 'replaced' | 'unchanged'

export type ImportResult =
  | { readonly success: true; readonly id: string; readonly slug: string; readonly status: ImportedStatus }
  | {
      readonly success: false
      readonly code: string
      readonly error: string
      readonly problems: readonly Problem[]
    }

/** Identity of an imported item. */
export interface Identity {
  readonly sourceKey: string | undefined
  readonly id: string | undefined
  readonly dates: ImportedDates
  /** Errors for a missing identity, an invalid id or an invalid date. */
  readonly errors: readonly Problem[]
}

export function identityOf({ metadata }: Pick<ImportInput, 'metadata'>, now: Date): Identity {
  const { dates, errors } = importedDates(metadata, now)
  const { id, sourceKey } = metadata
  const all = [...errors]
  if (typeof id === 'string' && !isUuid(id))
    all.push({ path: 'metadata.id', message: 'id must be a UUID in lower case' })
  else if (id !== undefined && id !== null && typeof id !== 'string')
    all.push({ path: 'metadata.id', message: 'id must be a string' })
  const identity = { sourceKey: textOf(sourceKey), id: textOf(id), dates, errors: all }
  if (identity.sourceKey === undefined && identity.id === undefined)
    all.push({ path: 'metadata.sourceKey', message: 'sourceKey or id is required' })
  return identity
}

const textOf = (value: JsonObject[string] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
