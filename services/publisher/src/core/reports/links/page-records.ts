/**
 * What is remembered of every page of a site: its links, what may be linked to in it, and what else is said of it. Of pages
 * that are kept nothing is read again.
 */
import { type Checked, type LinkCheck, linkCheck, type Since } from './link-check.ts'
import type { PageRecordStore, RecordedPage, RecordPart } from './page-record-store.ts'

/** A page as it was made just now. */
export interface MadePage {
  readonly path: string
  /** Of everything its bytes depend on. */
  readonly digest: string
  /** What other pages may share: links, which begin with `/`, and more. Kept once, on however many pages it stands. */
  readonly lines: readonly string[]
  /** What is said of this page alone, in lines; the first has its ids, one blank between them. */
  readonly own: string
}

export interface OwnRecord extends Pick<MadePage, 'digest' | 'own'> {
  /** Of the lines that other pages may share the last; empty where there is none. */
  readonly last: string
}

/** Digest by path of every file of a site. */
type Files = ReadonlyMap<string, string>

export interface PageRecords {
  /** Begins with what was kept before, by whichever publisher; what was taken and not kept is forgotten. */
  begin(outputDir: string): Promise<void>
  take(pages: readonly MadePage[]): void
  /**
   * The broken links of a site of those files: on pages taken now, and on kept ones of which the record is still true. In steps;
   * few where the site that differs in no more than those paths is the one that was checked last.
   */
  check(files: Files, basePath: string, since?: Since): Generator<void, LinkCheck>
  /** Keeps what was taken for all publishers. @throws RECORDS_OVERTAKEN */
  keep(files: Files): Promise<void>
  /** What was taken of a page last. */
  page(path: string): MadePage | undefined
  /** The same without most of what other pages may share. */
  ownOf(path: string): OwnRecord | undefined
}

/** Pages of one portion. */
const portion = 2_000
/** Portions after which the record is written anew, without what counts no more. */
const partsAtMost = 256

interface Memory {
  readonly outputDir: string
  position: number
  parts: number
  readonly lines: string[]
  readonly numbers: Map<string, number>
  /** How many of the lines are stored. */
  stored: number
  targets: Checked['targets']
  site: Checked['site']
  readonly pages: Map<string, Kept>
  readonly taken: Set<string>
}

interface Kept {
  readonly digest: string
  /** A typed array for each page would cost more than what is in it: its memory lies elsewhere. */
  lines: readonly number[]
  readonly own: string
}

export function pageRecords(store: PageRecordStore): PageRecords {
  let memory: Memory | undefined

  const begun = (): Memory => {
    if (!memory) throw new Error('records of pages were used before they were begun')
    return memory
  }

  return {
    async begin(outputDir) {
      if (memory?.outputDir !== outputDir || memory.taken.size > 0) memory = emptyMemory(outputDir)
      const { position, isAnew, parts } = await store.read(outputDir, memory.position)
      if (isAnew) memory = emptyMemory(outputDir)
      for (const part of parts) addPart(memory, part)
      // Another publisher's pages are other ones than those that were checked.
      if (parts.length > 0) memory.site = undefined
      memory.position = position
    },
    take(pages) {
      const known = begun()
      for (const { path, digest, lines, own } of pages) {
        known.pages.set(path, { digest, lines: lines.map((line) => numberOf(known, line)), own })
        known.taken.add(path)
      }
    },
    check(files, basePath, since) {
      const known = begun()
      return linkCheck(
        known,
        files,
        basePath,
        since && { ...since, paths: new Set([...since.paths, ...known.taken]) },
      )
    },
    async keep(files) {
      const known = begun()
      if (known.taken.size === 0) return
      const isAnew = known.parts >= partsAtMost || known.taken.size * 2 > known.pages.size
      const rest = isAnew
        ? emptyMemory(known.outputDir)
        : { ...known, parts: known.parts + 1, taken: new Set<string>() }
      memory = undefined
      rest.position = await store.append(
        known.outputDir,
        known.position,
        isAnew ? allParts(known, rest, files) : [newPart(known)],
        isAnew,
      )
      rest.stored = rest.lines.length
      memory = rest
    },
    page(path) {
      const found = memory?.pages.get(path)
      return (
        found && {
          path,
          digest: found.digest,
          own: found.own,
          lines: found.lines.map((line) => memory?.lines[line] ?? ''),
        }
      )
    },
    ownOf(path) {
      const found = memory?.pages.get(path)
      return (
        found && { digest: found.digest, own: found.own, last: memory?.lines[found.lines.at(-1) ?? -1] ?? '' }
      )
    },
  }
}

const emptyMemory = (outputDir: string): Memory => ({
  ...{ outputDir, position: 0, parts: 0, stored: 0, targets: { basePath: '', list: [] }, site: undefined },
  ...{ lines: [], numbers: new Map(), pages: new Map(), taken: new Set() },
})

function numberOf({ numbers, lines }: Memory, line: string): number {
  const known = numbers.get(line)
  if (known !== undefined) return known
  numbers.set(line, lines.length)
  lines.push(line)
  return lines.length - 1
}

function addPart(memory: Memory, { lines, pages }: RecordPart): void {
  for (const line of lines) numberOf(memory, line)
  for (const [path, digest, numbers, own] of pages) memory.pages.set(path, { digest, lines: numbers, own })
  memory.parts += 1
  memory.stored = memory.lines.length
}

const newPart = (memory: Memory): RecordPart => ({
  lines: memory.lines.slice(memory.stored),
  pages: Array.from(memory.taken, (path) => recorded(memory, path)),
})

function recorded({ pages }: Memory, path: string): RecordedPage {
  const { digest = '', lines = [], own = '' } = pages.get(path) ?? {}
  return [path, digest, lines, own]
}

/** What is still true, with new numbers; it becomes the `rest`, page by page. */
function* allParts(memory: Memory, rest: Memory, files: Files): Generator<RecordPart> {
  const living = [...memory.pages].filter(([path, { digest }]) => files.get(path) === digest)
  /** One more than the new number, by the old one. */
  const numbers = new Uint32Array(memory.lines.length)
  const renumbered = (old: number): number => {
    const known = numbers[old] || numberOf(rest, memory.lines[old] ?? '') + 1
    numbers[old] = known
    return known - 1
  }
  for (let at = 0; at < living.length; at += portion) {
    const some = living.slice(at, at + portion)
    for (const [path, page] of some) {
      page.lines = page.lines.map(renumbered)
      rest.pages.set(path, page)
    }
    yield { lines: rest.lines.slice(rest.stored), pages: some.map(([path]) => recorded(rest, path)) }
    rest.stored = rest.lines.length
    rest.parts += 1
  }
}
