/**
 * What is remembered of a file besides its references: what it was made of, and what last changed it. Each line begins with its
 * kind. What other files may say too stands among the lines that are kept once, the last change at their end.
 */

import type { PageAbout, PlannedFile, PlannedPage } from '../../pages/planned.ts'
import { entryType } from '../../site/content-model.ts'
import type { MadePage, OwnRecord } from '../links/page-records.ts'
import type { References } from '../links/read-references.ts'
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

const ownLine = (entry: Entry): string =>
  `own ${entryType(entry)} ${entry.id} ${entry.updatedAt} ${titleOf(entry)}`

/** By entry: many pages show it, and the same text is found again sooner than an equal one. */
const shown = new WeakMap<Entry, string>()

function showsLine(entry: Entry): string {
  const known = shown.get(entry) ?? `shows ${entryType(entry)} ${entry.id} ${titleOf(entry)}`
  shown.set(entry, known)
  return known
}

/** By the site-wide values that it names, of which all pages of a template have the same list. */
const ofTemplates = new WeakMap<
  PlannedPage['shared'],
  { readonly template: string; readonly lines: readonly string[] }
>()

function templateLines({ template, shared }: PlannedPage): readonly string[] {
  const known = ofTemplates.get(shared)
  if (known?.template === template) return known.lines
  const lines = [`template ${template}`, `shared ${shared.join(' ')}`]
  ofTemplates.set(shared, { template, lines })
  return lines
}

/** What a file refers to, if it is a page, and what it is made of. */
export function recordOf(file: PlannedFile, references: References, change: string): MadePage {
  const { path, digest } = file
  if (file.type !== 'page')
    return {
      path,
      digest,
      lines: [`kind ${file.type === 'text' ? 'feed' : file.source.from}`, change],
      own: '',
    }
  const { own, shows } = file.about
  const lines = [...references.lines]
  for (const entry of shows) lines.push(showsLine(entry))
  lines.push(`kind ${file.kind}`, ...templateLines(file), change)
  return { path, digest, lines, own: own ? `${references.own}\n${ownLine(own)}` : references.own }
}

/** Whether the page was made of that state of its own post or page. */
export const isMadeOf = ({ own }: OwnRecord, entry: Entry): boolean =>
  `${own}\n`.includes(`\n${ownLine(entry)}\n`)

export const changeLine = ({ generationId, at, reasons }: LastChange): string =>
  `changed ${generationId} ${at} ${reasons.join(' ')}`

/** Undefined where nothing is known of it. In older records it is the last of what is said of the file alone. */
export const lastChangeLine = ({ last, own }: OwnRecord): string | undefined =>
  [last, own.slice(own.lastIndexOf('\n') + 1)].find((line) => line.startsWith('changed '))

export function factsOf(page: MadePage): PageFacts {
  const lines = [...page.own.split('\n').slice(1), ...page.lines]
  const all = (kind: string) =>
    lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
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
  return {
    kind: words[0] === 'page' ? 'page' : 'post',
    id: words[1] ?? '',
    title: words.slice(before).join(' '),
  }
}
