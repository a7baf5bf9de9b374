/** What is remembered of a file besides its references: what it was made of, and what last changed it. Each line begins with its kind. */
import type { MadePage, OwnRecord } from '../links/page-records.ts'
import type { References } from '../links/references.ts'
import { entryType } from '../model/content-model.ts'
import type { PageAbout, PlannedFile } from '../plan/planned.ts'
import type { Reason } from './receipt.ts'

export interface LastChange {
  readonly generationId: string
  /** ISO 8601. */
  readonly at: string
  readonly reasons: readonly Reason[]
}

export interface EntryLine {
  readonly kind: 'post' | 'page'
  readonly id: string
  readonly title: string
}

export interface PageFacts {
  readonly kind: string
  readonly template: string | null
  readonly shared: readonly string[]
  readonly own: EntryLine | null
  readonly shows: readonly EntryLine[]
  readonly lastChange: LastChange | null
}

type Entry = NonNullable<PageAbout['own']>

const titleOf = ({ title }: Entry): string => title.replace(/\s+/g, ' ')

const ownLine = (entry: Entry): string => `own ${entryType(entry)} ${entry.id} ${entry.updatedAt} ${titleOf(entry)}`

/** By entry: many pages show it, and the same text is found again sooner than an equal one. */
const shown = new WeakMap<Entry, string>()

function showsLine(entry: Entry): string {
  const known = shown.get(entry) ?? `shows ${entryType(entry)} ${entry.id} ${titleOf(entry)}`
  shown.set(entry, known)
  return known
}

/** What a file refers to, if it is a page, and what it is made of. */
export function recordOf(file: PlannedFile, references: References, change: string): MadePage {
  const { path, digest } = file
  if (file.type !== 'page') return { path, digest, lines: [], own: `\nkind ${file.type === 'text' ? 'feed' : file.source.from}\n${change}` }
  const { own, shows } = file.about
  const lines = [...references.lines]
  for (const entry of shows) lines.push(showsLine(entry))
  const made = `kind ${file.kind}\ntemplate ${file.template}\nshared ${file.shared.join(' ')}`
  return { path, digest, lines, own: `${references.own}\n${made}\n${own ? `${ownLine(own)}\n` : ''}${change}` }
}

/** Whether the page was made of that state of its own post or page. */
export const isMadeOf = ({ own }: OwnRecord, entry: Entry): boolean => own.includes(`\n${ownLine(entry)}\n`)

export const changeLine = ({ generationId, at, reasons }: LastChange): string => `changed ${generationId} ${at} ${reasons.join(' ')}`

/** The last line. */
export const lastChangeLine = ({ own }: OwnRecord): string => own.slice(own.lastIndexOf('\n') + 1)

export function factsOf(page: MadePage): PageFacts {
  const lines = [...page.own.split('\n').slice(1), ...page.lines]
  const all = (kind: string) => lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
  const [own] = all('own').map((line) => entryOf(line, 3))
  const [changed] = all('changed').map((line) => {
    const [generationId = '', at = '', ...why] = line.split(' ')
    return { generationId, at, reasons: why as Reason[] }
  })
  return {
    kind: all('kind')[0] ?? '',
    template: all('template')[0] ?? null,
    shared: all('shared').flatMap((line) => line.split(' ')),
    own: own ?? null,
    shows: all('shows').map((line) => entryOf(line, 2)),
    lastChange: changed ?? null,
  }
}

/** The title, which may have blanks, is the last. */
function entryOf(line: string, before: number): EntryLine {
  const words = line.split(' ')
  return { kind: words[0] === 'page' ? 'page' : 'post', id: words[1] ?? '', title: words.slice(before).join(' ') }
}
