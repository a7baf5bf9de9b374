/**
 * The Markdown that most posts consist of: headings, paragraphs, flat lists, quotes, code between fences and tables, each apart from
 * the next by a blank line. Read once, line by line, it takes a fraction of the time of a parser that knows everything, and comes
 * to the same HTML. Whatever may mean more has no answer here.
 */
import { escapedCode, plainInline } from './plain-inline.ts'

export interface MarkdownParts {
  /** What reads all that may stand in a paragraph, without what stands around it. */
  inline(text: string): string
  /** A heading with that HTML in it. Asked only where all of the source has an answer, as for what stands in a paragraph. */
  heading(html: string, depth: number): string
}

/** Definitions, and links in HTML that are not closed, change what stands elsewhere. */
const elsewhere = /\]:|\0|<a\s/i
const fence = '```'
const opening = /^```([\w-]*)$/
const heading = /^(#{1,6}) (\S.*)$/
const item = /^(?:([-*+])|(\d{1,9})\.) (\S.*)$/
const anyItem = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const rule = /^(?:-{3,}|\*{3,}|_{3,})$/
const row = /^\|(.*)\|$/
const delimiter = /^ *(:?)-+(:?) *$/
/** Ends no line of Markdown; yet marked takes the marks of a quote away behind one too. */
const lineSeparator = /[\u2028\u2029]/
/** Begins a paragraph for certain, or goes on with one. */
const paragraphStart = /^(?:[^\s#`>*_\-+=~<|:[\d]|\[[^\s\]xX^]|`(?!``)|\*\*?[A-Za-z0-9]|__?[A-Za-z0-9]|\d{1,9}(?:[^\d.)]|[.)]\S|$))/

/** The HTML, or undefined where that source may mean more than is known here. */
export function plainMarkdown(source: string, parts: MarkdownParts): string | undefined {
  if (elsewhere.test(source)) return undefined
  const lines = (source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source).split('\n')
  const read = (text: string): string => plainInline(text) ?? parts.inline(text)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    if (lines[at] === '') {
      at += 1
      continue
    }
    const block = blockAt(lines, at, read, parts)
    if (!block) return undefined
    blocks.push(block)
    at = block.end
  }
  let html = ''
  for (const block of blocks) html += block.html()
  return html
}

interface Block {
  /** Made once it is certain that all blocks have an answer: what stands in them may take long. */
  readonly html: () => string
  /** The line behind it. */
  readonly end: number
}

type Read = (text: string) => string

function blockAt(lines: readonly string[], at: number, read: Read, parts: MarkdownParts): Block | undefined {
  const line = lines[at] ?? ''
  switch (line.charAt(0)) {
    case '#':
      return headingAt(line, at, read, parts)
    case '`':
      if (line.startsWith(fence)) return codeAt(lines, at)
      break
    case '>':
      return quoteAt(lines, at, read)
    case '|':
      return tableAt(lines, at, read)
    case '-':
    case '*':
    case '_':
      if (rule.test(line)) return isBlank(lines[at + 1]) ? { html: () => '<hr />\n', end: at + 1 } : undefined
      break
  }
  return anyItem.test(line) ? listAt(lines, at, read) : paragraphAt(lines, at, read)
}

function headingAt(line: string, at: number, read: Read, parts: MarkdownParts): Block | undefined {
  const [, marks = '', text = ''] = heading.exec(line) ?? []
  if (text === '' || text.endsWith('#') || !isTrimmed(text)) return undefined
  return { html: () => parts.heading(read(text), marks.length), end: at + 1 }
}

function paragraphAt(lines: readonly string[], at: number, read: Read): Block | undefined {
  let end = at
  for (; !isBlank(lines[end]); end++) if (!isParagraphLine(lines[end] ?? '')) return undefined
  return { html: () => `<p>${read(lines.slice(at, end).join('\n'))}</p>\n`, end }
}

function codeAt(lines: readonly string[], at: number): Block | undefined {
  const [found, language = ''] = opening.exec(lines[at] ?? '') ?? []
  if (found === undefined) return undefined
  for (let end = at + 1; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if (!line.trimStart().startsWith(fence)) continue
    const text = lines.slice(at + 1, end).join('\n')
    if (line !== fence || text === '' || !isBlank(lines[end + 1])) return undefined
    return { html: () => `<pre><code${language && ` class="language-${language}"`}>${escapedCode(text)}\n</code></pre>\n`, end: end + 1 }
  }
  return undefined
}

/** One item a line. What follows the list must not belong to it. */
function listAt(lines: readonly string[], at: number, read: Read): Block | undefined {
  const first = item.exec(lines[at] ?? '')
  if (!first) return undefined
  const texts: string[] = []
  let end = at
  for (; !isBlank(lines[end]); end++) {
    const [, bullet, number, text = ''] = item.exec(lines[end] ?? '') ?? []
    if (!isParagraphLine(text) || bullet !== first[1] || (number === undefined) !== (first[2] === undefined)) return undefined
    texts.push(text)
  }
  let next = end
  while (lines[next] === '') next += 1
  if (anyItem.test(lines[next] ?? '') || !isTrimmed(lines[next] ?? '')) return undefined
  const start = Number(first[2] ?? 1)
  const items = () => texts.map((text) => `<li>${read(text)}</li>\n`).join('')
  return { html: () => (first[2] ? `<ol${start === 1 ? '' : ` start="${start}"`}>\n${items()}</ol>\n` : `<ul>\n${items()}</ul>\n`), end }
}

/** One paragraph, each line of it marked. */
function quoteAt(lines: readonly string[], at: number, read: Read): Block | undefined {
  const quoted: string[] = []
  let end = at
  for (; !isBlank(lines[end]); end++) {
    const line = lines[end] ?? ''
    if (!line.startsWith('> ') || !isParagraphLine(line.slice(2)) || lineSeparator.test(line)) return undefined
    quoted.push(line.slice(2))
  }
  return { html: () => `<blockquote>\n<p>${read(quoted.join('\n'))}</p>\n</blockquote>\n`, end }
}

/** Every row has as many cells as the first, and no sign in it could hide a border. */
function tableAt(lines: readonly string[], at: number, read: Read): Block | undefined {
  const header = cellsOf(lines[at] ?? '')
  const aligns = betweenBars(lines[at + 1] ?? '')?.map(alignOf)
  if (!header || aligns?.length !== header.length || aligns.includes(undefined)) return undefined
  const rows: (readonly string[])[] = []
  let end = at + 2
  for (; !isBlank(lines[end]); end++) {
    const cells = cellsOf(lines[end] ?? '')
    if (cells?.length !== header.length) return undefined
    rows.push(cells)
  }
  const html = () => {
    const head = rowHtml('th', header, aligns, read)
    const body = rows.map((cells) => rowHtml('td', cells, aligns, read)).join('')
    return `<table>\n<thead>\n${head}</thead>\n${body && `<tbody>${body}</tbody>`}</table>\n`
  }
  return { html, end }
}

/** Undefined for what is no delimiter. */
function alignOf(cell: string): string | undefined {
  const [found, left, right] = delimiter.exec(cell) ?? []
  if (found === undefined) return undefined
  return left && right ? 'center' : left ? 'left' : right ? 'right' : ''
}

const cellsOf = (line: string): readonly string[] | undefined => betweenBars(line)?.map((cell) => cell.trim())

function betweenBars(line: string): readonly string[] | undefined {
  const inner = row.exec(line)?.[1]
  return inner === undefined || /[\\`\t]/.test(inner) ? undefined : inner.split('|')
}

function rowHtml(tag: string, cells: readonly string[], aligns: readonly (string | undefined)[], read: Read): string {
  let html = '<tr>\n'
  for (const [index, cell] of cells.entries()) {
    const align = aligns[index]
    html += `<${tag}${align ? ` style="text-align:${align}"` : ''}>${read(cell)}</${tag}>\n`
  }
  return `${html}</tr>\n`
}

const isBlank = (line: string | undefined): boolean => line === undefined || line === ''

const isParagraphLine = (line: string): boolean => isTrimmed(line) && paragraphStart.test(line)

/** Blanks behind a line break it, before a line they belong to the block above. */
const isTrimmed = (line: string): boolean => line.trim() === line
