import type { PageAbout, PlannedCopy, PlannedFile, PlannedText } from '../../pages/planned.ts'
import { entryType } from '../../site/content-model.ts'
import type { EntryName, LastChange, PageFacts } from '../links/page-record-store.ts'

type Entry = NonNullable<PageAbout['own']>

/** Cached, because many pages show the same entry. */
const names = new WeakMap<Entry, EntryName>()

function nameOf(entry: Entry): EntryName {
  const known = names.get(entry)
  if (known) return known
  const name = { kind: entryType(entry), id: entry.id, title: entry.title.replace(/\s+/g, ' ') }
  names.set(entry, name)
  return name
}

export function factsOf(file: PlannedFile, lastChange: LastChange | null): PageFacts {
  if (file.type !== 'page') {
    return { kind: kindOf(file), template: null, shared: [], own: null, shows: [], lastChange }
  }
  const { kind, template, shared, about } = file
  const own = about.own && { ...nameOf(about.own), updatedAt: about.own.updatedAt }
  return { kind, template, shared, own, shows: about.shows.map(nameOf), lastChange }
}

/** Kind of a file that is not a page. Icons and social cards count as media. */
function kindOf(file: PlannedText | PlannedCopy): string {
  if (file.type === 'text') return 'feed'
  return file.source.from === 'theme' ? 'theme' : 'media'
}

/** True if the file was built from this revision of its post or page. */
export function isBuiltFrom({ own }: Pick<PageFacts, 'own'>, entry: Entry): boolean {
  const { kind, id, title } = nameOf(entry)
  return own?.kind === kind && own.id === id && own.title === title && own.updatedAt === entry.updatedAt
}
