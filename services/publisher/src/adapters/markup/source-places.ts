/** Places of parsed pieces in the Markdown source: the parser tells none, but hands the pieces out in their order. */

/** Searches that may fail before the place stays where it is: each of them reads on to the end. */
const mostMisses = 100

export function sourcePlaces(markdown: string) {
  const source = markdown.replace(/\r\n?/g, '\n')
  let [at, misses] = [0, 0]
  let counted = { at: 0, line: 1 }

  const find = (text: string): number => {
    if (misses >= mostMisses) return at
    const found = source.indexOf(text, at)
    if (found < 0) misses += 1
    return found < 0 ? at : found
  }

  const lineAt = (place: number): number => {
    let { line } = counted
    for (
      let next = source.indexOf('\n', counted.at);
      next >= 0 && next < place;
      next = source.indexOf('\n', next + 1)
    )
      line += 1
    counted = { at: place, line }
    return line
  }

  return {
    /** Line of the next piece with that text, from 1. */
    lineOf: (text: string): number => lineAt(find(firstLine(text))),
    /** Goes behind that piece. In a quote or list its lines do not follow each other directly. */
    pass(text: string): void {
      for (const line of text.split('\n')) {
        const shown = line.trim()
        if (shown === '') continue
        const found = find(shown)
        if (source.startsWith(shown, found)) at = found + shown.length
      }
    },
  }
}

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
