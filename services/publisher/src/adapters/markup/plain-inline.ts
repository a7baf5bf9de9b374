/**
 * The inside of a paragraph in which nothing is special but emphasis around words, code, links and images, each written in the
 * plainest way. Whatever may mean more has no answer here: what reads all of Markdown has it.
 */

/** Text that means itself, up to the next sign that may not. */
const run = /[^\\`*_[\]<&~@!\t\v\f\0\n]+|!(?!\[)|\n/y
/** Where Markdown of GitHub finds addresses in bare text. */
const bareAddress = /:\/\/|www\./i
/** What a word begins and ends with, so that a sign beside it opens or closes, whatever stands around. */
const wordEdge = /[A-Za-z0-9]/
/** Before a sign that opens, and behind one that closes. */
const [opensBehind, closesBefore] = [/[ \n(]/, /[ \n.,;:?!)]/]
const emphasis = /(\*\*?|__?)([^\\`*_[\]<&~@!\t\v\f\0\n]+)\1(?![*_])/y
const code = /`([^`\n]+)`(?!`)/y
const address = '(?:https?:\\/\\/[\\w.-]|\\/(?![/\\\\])|#)[\\w/:.?=#%+,-]*'
const link = new RegExp(`\\[([^\\\\\`*_[\\]<&~@!"'\\t\\v\\f\\0\\n]+)\\]\\((${address})\\)`, 'y')
const image = new RegExp(`!\\[([^\\\\\`*_[\\]<>&~@!"'\\t\\v\\f\\0\\n]*)\\]\\((${address})\\)`, 'y')

/** The HTML, or undefined where that text may mean more than is known here. No line of it begins or ends with white space. */
export function plainInline(text: string): string | undefined {
  let html = ''
  for (let at = 0; at < text.length; ) {
    run.lastIndex = at
    const plain = run.exec(text)?.[0]
    if (plain !== undefined) {
      if (bareAddress.test(plain)) return undefined
      html += escaped(plain)
      at += plain.length
      continue
    }
    const found = spanAt(text, at)
    if (!found) return undefined
    html += found.html
    at += found.length
  }
  return html
}

interface Span {
  readonly html: string
  readonly length: number
}

function spanAt(text: string, at: number): Span | undefined {
  switch (text.charAt(at)) {
    case '*':
    case '_':
      return emphasisAt(text, at)
    case '`':
      return codeAt(text, at)
    case '[':
      return linkAt(text, at)
    case '!':
      return imageAt(text, at)
    default:
      return undefined
  }
}

function emphasisAt(text: string, at: number): Span | undefined {
  const found = matched(emphasis, text, at)
  if (!found) return undefined
  const [whole, sign = '', words = ''] = found
  const behind = text.charAt(at + whole.length)
  const isApart = (at === 0 || opensBehind.test(text.charAt(at - 1))) && (behind === '' || closesBefore.test(behind))
  if (!isApart || !wordEdge.test(words.charAt(0)) || !wordEdge.test(words.charAt(words.length - 1)) || bareAddress.test(words))
    return undefined
  const tag = sign.length === 2 ? 'strong' : 'em'
  return { html: `<${tag}>${escaped(words)}</${tag}>`, length: whole.length }
}

function codeAt(text: string, at: number): Span | undefined {
  const found = matched(code, text, at)
  if (!found || text.charAt(at - 1) === '`') return undefined
  const [whole, words = ''] = found
  if (words.trim() !== words) return undefined
  return { html: `<code>${escapedCode(words)}</code>`, length: whole.length }
}

function linkAt(text: string, at: number): Span | undefined {
  const found = matched(link, text, at)
  if (!found) return undefined
  const [whole, words = '', url = ''] = found
  if (bareAddress.test(words)) return undefined
  return { html: `<a href="${url}">${escaped(words)}</a>`, length: whole.length }
}

function imageAt(text: string, at: number): Span | undefined {
  const found = matched(image, text, at)
  if (!found) return undefined
  const [whole, words = '', url = ''] = found
  if (bareAddress.test(words)) return undefined
  return { html: `<img src="${url}" alt="${words}" />`, length: whole.length }
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '&': '&amp;' }
const markOf = (mark: string): string => marks[mark] ?? mark

/** Of text that holds neither `<` nor `&`. */
const escaped = (text: string): string => (/[>"']/.test(text) ? text.replace(/[>"']/g, markOf) : text)

export const escapedCode = (text: string): string => (/[<>"'&]/.test(text) ? text.replace(/[<>"'&]/g, markOf) : text)
