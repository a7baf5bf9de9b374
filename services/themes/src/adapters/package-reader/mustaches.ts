/** Finds the tags of a template that may not parse, to explain its syntax errors. Takes linear time. */

export interface Mustache {
  /** `open` starts a block, also an inverted one; `else` splits a block. */
  readonly kind: 'open' | 'close' | 'else' | 'partial' | 'comment' | 'raw' | 'value'
  /** The content without `~` and without the character that marks the kind. */
  readonly text: string
  /** The first word of a block or value. */
  readonly name: string
  /** 1-based. */
  readonly line: number
  /** Number of opening braces: 2, 3 or 4. */
  readonly braces: number
  /** Number of closing braces; 0 if the tag is not closed. */
  readonly closing: number
}

/** Yields the tags in source order. Stops after the first unclosed tag. */
export function* mustaches(source: string): Generator<Mustache> {
  let line = 1
  let counted = 0
  for (let at = source.indexOf('{{'); at >= 0; ) {
    line += newlines(source, counted, at)
    counted = at
    // A backslash escapes the braces, unless a second backslash escapes the first one.
    if (source[at - 1] === '\\' && source[at - 2] !== '\\') {
      at = source.indexOf('{{', at + 2)
      continue
    }
    const { tag, end } =
      source.startsWith('{{!', at) || source.startsWith('{{~!', at)
        ? comment(source, at, line)
        : mustache(source, at, line)
    yield tag
    if (tag.closing === 0) return
    at = source.indexOf('{{', end)
  }
}

function comment(source: string, at: number, line: number): { tag: Mustache; end: number } {
  const isLong = /^\{\{~?!--/.test(source.slice(at, at + 6))
  const end = isLong ? endOfLongComment(source, at + 5) : source.indexOf('}}', at + 3)
  const tag: Mustache = {
    kind: 'comment',
    text: '',
    name: isLong ? '--' : '',
    line,
    braces: 2,
    closing: end < 0 ? 0 : 2,
  }
  return { tag, end: end < 0 ? source.length : end + 2 }
}

/** Offset of the braces that close the comment; -1 if there are none. */
function endOfLongComment(source: string, from: number): number {
  for (let at = source.indexOf('--', from); at >= 0; at = source.indexOf('--', at + 1)) {
    if (source.startsWith('}}', at + 2)) return at + 2
    if (source.startsWith('~}}', at + 2)) return at + 3
  }
  return -1
}

function mustache(source: string, at: number, line: number): { tag: Mustache; end: number } {
  const braces = run(source, at, '{', 4)
  const start = at + braces
  const end = endOf(source, start)
  const found = run(source, end, '}', 4)
  // Three braces close a triple-brace value; a fourth one is text.
  const closing = braces === 3 ? Math.min(found, 3) : found
  const inner = source.slice(start, end).replace(/^~/, '').replace(/~$/, '')
  return {
    tag: { ...read(inner, braces), line, braces, closing: closing < 2 ? 0 : closing },
    end: Math.max(end + closing, start),
  }
}

/**
 * Offset where the tag closes, or where the next tag begins if this one is not closed. Braces inside quotes
 * are text.
 */
function endOf(source: string, start: number): number {
  for (let at = start; at < source.length; at++) {
    const letter = source[at]
    if (letter === '"' || letter === "'") {
      const close = source.indexOf(letter, at + 1)
      if (close < 0 || source.slice(at, close).includes('\n')) return closeOrNext(source, at)
      at = close
    } else if (letter === '}' || source.startsWith('{{', at)) return at
  }
  return source.length
}

function closeOrNext(source: string, from: number): number {
  const found = /\}\}|\{\{/g
  found.lastIndex = from
  return found.exec(source)?.index ?? source.length
}

function read(inner: string, braces: number): Pick<Mustache, 'kind' | 'text' | 'name'> {
  const [, sign = '', text = ''] = /^([#^/>&*]*)(.*)$/s.exec(inner) ?? []
  const trimmed = text.trim()
  const name = /^[^\s|}]*/.exec(trimmed.slice(0, 200))?.[0] ?? ''
  const shown = { text: trimmed, name }
  if (braces === 4) return { kind: sign.startsWith('/') ? 'close' : 'raw', ...shown }
  if (sign.startsWith('/')) return { kind: 'close', ...shown }
  if (sign === '^' && trimmed === '') return { kind: 'else', ...shown }
  if (sign.startsWith('#') || sign.startsWith('^'))
    return { kind: 'open', ...shown, name: sign.includes('>') ? `> ${name}` : name }
  if (sign.startsWith('>')) return { kind: 'partial', ...shown }
  return { kind: sign === '' && name === 'else' ? 'else' : 'value', ...shown }
}

function run(source: string, at: number, letter: string, most: number): number {
  let count = 0
  while (count < most && source[at + count] === letter) count++
  return count
}

function newlines(source: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (source[at] === '\n') count++
  return count
}
