/** What is remembered of a page besides its references: what it was made of, and what last changed it. Each line begins with its kind. */
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

export const ownLine = (entry: Entry): string => `own ${kindOf(entry)} ${entry.id} ${entry.updatedAt} ${entry.title}`

export function factLines(file: PlannedFile): readonly string[] {
  if (file.type !== 'page') return [`kind ${file.type === 'text' ? 'feed' : file.source.from}`]
  const { own, shows } = file.about
  return [
    `kind ${file.kind}`,
    `template ${file.template}`,
    `shared ${file.shared.join(' ')}`,
    ...(own ? [ownLine(own)] : []),
    ...shows.map((entry) => `shows ${kindOf(entry)} ${entry.id} ${entry.title}`),
  ]
}

export const changeLine = ({ generationId, at, reasons }: LastChange): string => `changed ${generationId} ${at} ${reasons.join(' ')}`

export const isChangeLine = (line: string): boolean => line.startsWith('changed ')

export function factsOf(lines: readonly string[]): PageFacts {
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

const kindOf = (entry: Entry): EntryLine['kind'] => ('path' in entry ? 'page' : 'post')
