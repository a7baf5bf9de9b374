/** Which links of a site lead nowhere, told from what is remembered of its pages. */
import { type LinkTarget, targetOf } from './own-link.ts'
import type { BrokenLink, LinkReport } from './page-record-store.ts'

export type LinkCheck = Pick<LinkReport, 'pages' | 'total' | 'listed'>

/** Digest by path of every file of a site. */
type Files = ReadonlyMap<string, string>

/** What is remembered of pages. */
export interface Checked {
  readonly lines: readonly string[]
  /** Where the links among the lines lead, by their numbers, under that base path; null for lines that are no link. */
  targets: { readonly basePath: string; readonly list: (LinkTarget | null)[] }
  readonly pages: ReadonlyMap<string, { readonly digest: string; readonly lines: readonly number[]; readonly own: string }>
}

interface Broken {
  readonly broken: Uint8Array
  readonly hasBroken: boolean
}

/** How many broken links are listed. */
const listedAtMost = 100
/** Lines or pages that are looked at in one step. */
const aStep = 1_000

export function* linkCheck(memory: Checked, files: Files, basePath: string): Generator<void, LinkCheck> {
  const { broken, hasBroken } = yield* brokenLines(memory, files, basePath)
  const found: { readonly page: string; readonly links: readonly string[] }[] = []
  let [pages, looked] = [0, 0]
  for (const [page, { digest, lines }] of memory.pages) {
    looked += 1
    if (looked % aStep === 0) yield
    if (files.get(page) !== digest) continue
    if (page.endsWith('.html')) pages += 1
    if (!hasBroken || !lines.some((line) => broken[line] === 1)) continue
    found.push({
      page,
      links: lines.filter((line) => broken[line] === 1).map((line) => memory.lines[line] ?? ''),
    })
  }
  found.sort((a, b) => (a.page < b.page ? -1 : 1))
  const listed: BrokenLink[] = []
  for (const { page, links } of found) {
    if (listed.length >= listedAtMost) break
    listed.push(...links.slice(0, listedAtMost - listed.length).map((link) => ({ page, link })))
  }
  return { pages, total: found.reduce((sum, { links }) => sum + links.length, 0), listed }
}

/** By the number of the line: 1 for a broken link. Every link is looked at once, on however many pages it stands. */
function* brokenLines(memory: Checked, files: Files, basePath: string): Generator<void, Broken> {
  const broken = new Uint8Array(memory.lines.length)
  let hasBroken = false
  for (const [number, target] of (yield* targetsOf(memory, basePath)).entries()) {
    if (number % aStep === 0) yield
    if (target === null) continue
    const file = target.files.find((path) => files.has(path))
    if (file !== undefined && (target.fragment === '' || hasId(memory, files, file, target.fragment))) continue
    broken[number] = 1
    hasBroken = true
  }
  return { broken, hasBroken }
}

/** Those of before are kept: most links of a site are those that it had. */
function* targetsOf(memory: Checked, basePath: string): Generator<void, readonly (LinkTarget | null)[]> {
  if (memory.targets.basePath !== basePath) memory.targets = { basePath, list: [] }
  const { list } = memory.targets
  for (let number = list.length; number < memory.lines.length; number += 1) {
    if (number % aStep === 0) yield
    const line = memory.lines[number] ?? ''
    list.push(line.startsWith('/') ? targetOf(line, basePath) : null)
  }
  return list
}

/** True also of what is not known. */
function hasId({ pages }: Checked, files: Files, file: string, fragment: string): boolean {
  const page = pages.get(file)
  if (!page || page.digest !== files.get(file)) return true
  const end = page.own.indexOf('\n')
  return ` ${end < 0 ? page.own : page.own.slice(0, end)} `.includes(` ${fragment} `)
}
