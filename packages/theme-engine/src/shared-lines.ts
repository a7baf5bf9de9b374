/**
 * What pages refer to, on its way from a renderer process. Most lines stand on many pages: each travels once, under a number from
 * then on, and is the same text on every page at the other end.
 */

/** What a page refers to, in the words of the service. */
export interface PageReferences {
  /** What is said of this page alone. */
  readonly own: string
  /** What other pages may say too. */
  readonly lines: readonly string[]
}

/** The same with the numbers of the lines; the lines themselves that are too long to be kept, or too many. */
export interface NumberedReferences {
  readonly own: string
  readonly numbers: readonly (number | string)[]
}

/** What the numbers of one batch mean besides those of the batches before. */
export interface FreshLines {
  readonly fresh: readonly string[]
  /** What was said before is not meant by any number from here on. */
  readonly forget?: true
}

/** Lines that a process keeps, mostly a hundred bytes each, and UTF-16 units of one. */
const mostKept = 20_000
const longestKept = 300

export interface LineWriter {
  /** To be called before a batch. */
  begin(): void
  numbered(references: PageReferences): NumberedReferences
  /** To be sent with the batch. */
  fresh(): FreshLines
}

/** What one process says, in order. */
export function lineWriter(): LineWriter {
  let numbers = new Map<string, number>()
  let fresh: string[] = []
  let isAnew = false

  function numberOf(line: string): number | string {
    const known = numbers.get(line)
    if (known !== undefined) return known
    if (numbers.size >= mostKept || line.length > longestKept || !line.isWellFormed()) return line
    const number = numbers.size
    // A part of a page would keep the whole page in memory.
    const copied = Buffer.from(line).toString()
    numbers.set(copied, number)
    fresh.push(copied)
    return number
  }

  return {
    begin() {
      fresh = []
      isAnew = numbers.size >= mostKept
      if (isAnew) numbers = new Map()
    },
    numbered: ({ own, lines }) => ({ own, numbers: lines.map(numberOf) }),
    fresh: () => ({ fresh, ...(isAnew ? { forget: true } : {}) }),
  }
}

/** The other end of one writer. What it reads may throw where it does not come from one. */
export function lineReader(): { take(lines: FreshLines): void; read(references: NumberedReferences): PageReferences } {
  let kept: string[] = []
  const meant = (number: number): string => {
    const line = kept[number]
    if (line === undefined) throw new Error(`no line was told for ${number}`)
    return line
  }
  return {
    take({ fresh, forget }) {
      if (forget) kept = []
      for (const line of fresh) kept.push(line)
    },
    read: ({ own, numbers }) => ({ own, lines: numbers.map((line) => (typeof line === 'string' ? line : meant(line))) }),
  }
}
