/** Finds the line numbers of tokens, which the parser returns in order but without positions. */

/** Maximum failed searches, because each reads the source to its end. */
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
    lineOf: (text: string): number => lineAt(find(firstLine(text))),
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
