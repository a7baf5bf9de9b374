/** Imports an archive of Typecase. Verifies the archive before it yields the first entry. */
import { openArchive } from '../archive/read.ts'
import type { Entry } from '../model.ts'
import type { ImportSource } from './importer.ts'

export async function* importArchive({ tree, limits }: ImportSource): AsyncGenerator<Entry> {
  yield* (await openArchive(tree, limits)).entries()
}
