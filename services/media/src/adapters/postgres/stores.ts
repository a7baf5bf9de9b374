import type { Postgres } from '@typecase/runtime/postgres'
import type { Ports } from '../../core/ports.ts'
import { postgresFileStore } from './file-store.ts'
import { postgresReferenceStore } from './reference-store.ts'
import { postgresRenditionStore } from './rendition-store.ts'
import type { MediaTables } from './schema.ts'

export const postgresStores = (
  postgres: Postgres<MediaTables>,
): Pick<Ports, 'files' | 'references' | 'renditions'> => ({
  files: postgresFileStore(postgres),
  references: postgresReferenceStore(postgres),
  renditions: postgresRenditionStore(postgres),
})
