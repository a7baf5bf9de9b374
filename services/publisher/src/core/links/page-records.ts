/**
 * What is remembered of every page of a site: its links, what may be linked to in it, and what else is said of it. Of pages
 * that are kept nothing is read again.
 */
import { targetOf } from './own-link.ts'
import type { BrokenLink, LinkReport, PageRecordStore, RecordedPage, RecordPart } from './page-record-store.ts'

/** A page as it was made just now. */
export interface MadePage {
  readonly path: string
  /** Of everything its bytes depend on. */
  readonly digest: string
  /** Links begin with `/`, ids with `#` (`referencesIn`). */
  readonly lines: readonly string[]
}

/** Digest by path of every file of a site. */
type Files = ReadonlyMap<string, string>

export type LinkCheck = Pick<LinkReport, 'pages' | 'total' | 'listed'>

export interface PageRecords {
  /** Begins with what was kept before, by whichever publisher; what was taken and not kept is forgotten. */
  begin(outputDir: string): Promise<void>
  take(pages: readonly MadePage[]): void
  /** The broken links of a site of those files: on pages taken now, and on kept ones of which the record is still true. */
  check(files: Files, basePath: string): LinkCheck
  /** Keeps what was taken for all publishers. @throws RECORDS_OVERTAKEN */
  keep(files: Files): Promise<void>
  /** What is said of a page. */
  linesOf(path: string): { readonly digest: string; readonly lines: readonly string[] } | undefined
}

/** How many broken links are listed. */
const listedAtMost = 100
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
  readonly pages: Map<string, Kept>
  readonly taken: Set<string>
}

interface Kept {
  readonly digest: string
  readonly lines: Uint32Array
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
      memory.position = position
    },
    take(pages) {
      const known = begun()
      for (const { path, digest, lines } of pages) {
        known.pages.set(path, { digest, lines: Uint32Array.from(lines, (line) => numberOf(known, line)) })
        known.taken.add(path)
      }
    },
    check: (files, basePath) => linkCheck(begun(), files, basePath),
    async keep(files) {
      const known = begun()
      if (known.taken.size === 0) return
      const isAnew = known.parts >= partsAtMost || known.taken.size * 2 > known.pages.size
      const { parts, rest } = isAnew ? allParts(known, files) : newPart(known)
      const before = known.position
      memory = undefined
      rest.position = await store.append(known.outputDir, before, parts, isAnew)
      memory = rest
    },
    linesOf(path) {
      const found = memory?.pages.get(path)
      return found && { digest: found.digest, lines: Array.from(found.lines, (line) => memory?.lines[line] ?? '') }
    },
  }
}

const emptyMemory = (outputDir: string): Memory => ({
  ...{ outputDir, position: 0, parts: 0, stored: 0 },
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
  for (const [path, digest, numbers] of pages) memory.pages.set(path, { digest, lines: Uint32Array.from(numbers) })
  memory.parts += 1
  memory.stored = memory.lines.length
}

function newPart(memory: Memory): { readonly parts: readonly RecordPart[]; readonly rest: Memory } {
  const pages = [...memory.taken].map((path) => recorded(memory, path))
  const part = { lines: memory.lines.slice(memory.stored), pages }
  return { parts: [part], rest: { ...memory, parts: memory.parts + 1, stored: memory.lines.length, taken: new Set() } }
}

function recorded({ pages }: Memory, path: string): RecordedPage {
  const { digest = '', lines = new Uint32Array() } = pages.get(path) ?? {}
  return [path, digest, [...lines]]
}

/** What is still true, with new numbers. */
function allParts(memory: Memory, files: Files): { readonly parts: readonly RecordPart[]; readonly rest: Memory } {
  const rest = emptyMemory(memory.outputDir)
  const parts: RecordPart[] = []
  const living = [...memory.pages].filter(([path, { digest }]) => files.get(path) === digest)
  const numbers = new Map<number, number>()
  const renumbered = (old: number): number => {
    const known = numbers.get(old) ?? numberOf(rest, memory.lines[old] ?? '')
    numbers.set(old, known)
    return known
  }
  for (let at = 0; at < living.length; at += portion) {
    const some = living.slice(at, at + portion)
    for (const [path, { digest, lines }] of some) rest.pages.set(path, { digest, lines: lines.map(renumbered) })
    parts.push({ lines: rest.lines.slice(rest.stored), pages: some.map(([path]) => recorded(rest, path)) })
    rest.stored = rest.lines.length
  }
  rest.parts = parts.length
  return { parts, rest }
}

function linkCheck(memory: Memory, files: Files, basePath: string): LinkCheck {
  const broken = brokenLines(memory, files, basePath)
  const living: string[] = []
  for (const [path, { digest }] of memory.pages) if (files.get(path) === digest) living.push(path)
  const pages = living.filter((path) => path.endsWith('.html')).length
  if (broken.size === 0) return { pages, total: 0, listed: [] }
  const listed: BrokenLink[] = []
  let total = 0
  for (const page of living.sort()) {
    for (const line of memory.pages.get(page)?.lines ?? []) {
      if (!broken.has(line)) continue
      total += 1
      if (listed.length < listedAtMost) listed.push({ page, link: memory.lines[line] ?? '' })
    }
  }
  return { pages, total, listed }
}

/** Every link is looked at once, on however many pages it stands. */
function brokenLines(memory: Memory, files: Files, basePath: string): ReadonlySet<number> {
  const broken = new Set<number>()
  for (const [number, line] of memory.lines.entries()) {
    if (!line.startsWith('/')) continue
    const target = targetOf(line, basePath)
    const file = target.files.find((path) => files.has(path))
    if (file === undefined || (target.fragment !== '' && !hasId(memory, files, file, target.fragment))) broken.add(number)
  }
  return broken
}

/** True also of what is not known. */
function hasId({ pages, numbers }: Memory, files: Files, file: string, fragment: string): boolean {
  const page = pages.get(file)
  if (!page || page.digest !== files.get(file)) return true
  const id = numbers.get(`#${fragment}`)
  return id !== undefined && page.lines.includes(id)
}
