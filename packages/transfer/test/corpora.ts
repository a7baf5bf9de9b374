/** Real content of other projects, in a folder next to this checkout. It is not part of the repository. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const corpora = fileURLToPath(new URL('../../../../shared/corpora', import.meta.url))
// CI has no such folder either: the tests on fixtures cover the same importers there.
export const hasCorpora = existsSync(corpora)

export const label = (name: string): string =>
  hasCorpora ? name : `${name} (skipped: no folder ../shared/corpora next to this checkout)`
