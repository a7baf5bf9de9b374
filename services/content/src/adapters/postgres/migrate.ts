import { migrate, type Postgres } from '@typecase/runtime/postgres'
import { initial } from './migrations/0001-initial.ts'
import { changes } from './migrations/0002-changes.ts'
import { revisions } from './migrations/0003-revisions.ts'
import { schedule } from './migrations/0004-schedule.ts'
import { foldedWords } from './migrations/0005-folded-words.ts'
import { snapshots } from './migrations/0006-snapshots.ts'
import { terms } from './migrations/0007-terms.ts'
import { applyPostChanges } from './migrations/0008-apply-post-changes.ts'
import { publishedAt } from './migrations/0009-published-at.ts'
import { sourceKeys } from './migrations/0010-source-keys.ts'
import type { ContentTables } from './schema.ts'

export const migrations = {
  '0001-initial': initial,
  '0002-changes': changes,
  '0003-revisions': revisions,
  '0004-schedule': schedule,
  '0005-folded-words': foldedWords,
  '0006-snapshots': snapshots,
  '0007-terms': terms,
  '0008-apply-post-changes': applyPostChanges,
  '0009-published-at': publishedAt,
  '0010-source-keys': sourceKeys,
}

export const migrateContent = (postgres: Postgres<ContentTables>): Promise<void> =>
  migrate(postgres, migrations)
