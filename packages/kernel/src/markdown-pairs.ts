/** Pairs the brackets and emphasis of a paragraph. */
import { nestingLimit } from './nesting-limit.ts'

interface Opener {
  readonly mark: string
  /** Maximum levels that a pair with this opener adds. */
  readonly size: number
  /** Levels of the deepest pair inside this one. */
  height: number
}

/** Only the newest openers of a paragraph are tracked: at least this many, at most twice as many. */
const maxOpeners = 5000
/** An escaped character, a bracket, or a run of emphasis. */
const marks = /\\[\s\S]|[[\]]|\*+|_+/g

/** Measures how deep the pairs of a paragraph nest, line by line. Unclosed openers do not count. */
export function inlineReader() {
  const openers: Opener[] = []
  const count: Record<string, number> = {}

  /** Reads the next line; true if the line closes a pair that exceeds the limit. */
  function deepens(line: string): boolean {
    for (const { 0: run, index } of line.matchAll(marks)) {
      const mark = run.charAt(0)
      if (mark === '\\') continue
      const { closes, opens } = sides(line, index, run)
      const partner = mark === ']' ? '[' : mark
      const size = Math.ceil(run.length / 2)
      if (closes && (count[partner] ?? 0) > 0) {
        if (close(partner, size) > nestingLimit) return true
      } else if (opens) open({ mark, size, height: 0 })
    }
    return false
  }

  function open(opener: Opener): void {
    openers.push(opener)
    count[opener.mark] = (count[opener.mark] ?? 0) + 1
    if (openers.length > 2 * maxOpeners) openers.splice(0, maxOpeners).forEach(remove)
  }

  /** Closes the last opener with that mark and drops later openers. Returns the height of the pair. */
  function close(mark: string, size: number): number {
    for (let opener = openers.pop(); opener; opener = openers.pop()) {
      remove(opener)
      const isPair = opener.mark === mark
      const height = opener.height + (isPair ? Math.min(size, opener.size) : 0)
      const around = openers.at(-1)
      if (around) around.height = Math.max(around.height, height)
      if (isPair) return height
    }
    return 0
  }

  function remove({ mark }: Opener): void {
    count[mark] = (count[mark] ?? 1) - 1
  }

  return { deepens }
}

function sides(line: string, at: number, run: string): { closes: boolean; opens: boolean } {
  const mark = run.charAt(0)
  if (mark === '[' || mark === ']') return { closes: mark === ']', opens: mark === '[' }
  const [before, after] = [line[at - 1] ?? ' ', line[at + run.length] ?? ' ']
  const inWord = mark === '_' && /\w/.test(before) && /\w/.test(after)
  return { closes: !inWord && !/\s/.test(before), opens: !inWord && !/\s/.test(after) }
}
