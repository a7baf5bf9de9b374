/** Converts Lexical documents of Ghost to Markdown blocks. */
import { htmlToMarkdown } from '../../markup/html-to-markdown.ts'
import { isRecord } from '../config-file.ts'
import { type CardNotes, cardOf, escapeHtml, type Fields, text } from './cards.ts'

/** HTML elements by the format bits of a text node. */
const formats = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
] as const

export function lexicalToMarkdown(source: string, notes: CardNotes): string {
  const parsed: unknown = JSON.parse(source)
  const root = isRecord(parsed) && isRecord(parsed.root) ? parsed.root : {}
  const blocks = childrenOf(root).map((node) => blockOf(node, notes).trim())
  const filled = blocks.filter((block) => block !== '')
  return filled.length === 0 ? '' : `${filled.join('\n\n')}\n`
}

function blockOf(node: Fields, notes: CardNotes): string {
  const html = elementOf(node)
  if (html === undefined) return cardOf(text(node.type), node, notes)
  const { markdown, kept } = htmlToMarkdown(html)
  if (kept[0]) notes.kept(`<${kept[0]}>`)
  return markdown
}

const childrenOf = (node: Fields): Fields[] =>
  Array.isArray(node.children) ? node.children.filter(isRecord) : []

const inner = (node: Fields): string => childrenOf(node).map(inlineOf).join('')

/** HTML of a node with text; undefined for a card. */
function elementOf(node: Fields): string | undefined {
  switch (node.type) {
    case 'paragraph':
      return `<p>${inner(node)}</p>`
    case 'heading':
    case 'extended-heading':
      return `<${headingOf(node)}>${inner(node)}</${headingOf(node)}>`
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote>${inner(node)}</blockquote>`
    case 'list':
      return listOf(node)
    default:
      return undefined
  }
}

const headingOf = ({ tag }: Fields): string => (/^h[1-6]$/.test(text(tag)) ? text(tag) : 'h2')

function listOf(node: Fields): string {
  const tag = node.listType === 'number' ? 'ol' : 'ul'
  const start =
    tag === 'ol' && typeof node.start === 'number' && node.start !== 1 ? ` start="${node.start}"` : ''
  return `<${tag}${start}>${childrenOf(node)
    .map((child) => `<li>${inner(child)}</li>`)
    .join('')}</${tag}>`
}

function inlineOf(node: Fields): string {
  switch (node.type) {
    case 'text':
    case 'extended-text':
      return formatted(node)
    case 'linebreak':
      return '<br>'
    case 'link':
    case 'autolink':
      return `<a href="${escapeHtml(text(node.url))}">${inner(node)}</a>`
    case 'list':
      return listOf(node)
    default:
      return inner(node)
  }
}

function formatted({ text: words, format }: Fields): string {
  const bits = typeof format === 'number' ? format : 0
  return formats.reduce(
    (html, [bit, tag]) => ((bits & bit) === 0 ? html : `<${tag}>${html}</${tag}>`),
    escapeHtml(text(words)),
  )
}
