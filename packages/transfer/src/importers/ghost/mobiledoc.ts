/** Converts Mobiledoc documents of Ghost: sections, markups, atoms and cards in numbered lists. */
import { htmlToMarkdown } from '../../markup/html-to-markdown.ts'
import { isRecord } from '../config-file.ts'
import { type CardNotes, cardOf, escapeHtml, text } from './cards.ts'

type List = readonly unknown[]

interface Mobiledoc {
  readonly markups: readonly List[]
  readonly atoms: readonly List[]
  readonly cards: readonly List[]
}

/** Types of sections. */
const [markup, image, list, card] = [1, 2, 3, 10]

export function mobiledocToMarkdown(source: string, notes: CardNotes): string {
  const parsed: unknown = JSON.parse(source)
  const fields = isRecord(parsed) ? parsed : {}
  const document = { markups: lists(fields.markups), atoms: lists(fields.atoms), cards: lists(fields.cards) }
  const blocks = lists(fields.sections).map((section) => blockOf(section, document, notes).trim())
  const filled = blocks.filter((block) => block !== '')
  return filled.length === 0 ? '' : `${filled.join('\n\n')}\n`
}

const lists = (value: unknown): List[] =>
  Array.isArray(value) ? value.filter((entry) => Array.isArray(entry)) : []

function blockOf(section: List, document: Mobiledoc, notes: CardNotes): string {
  const [type, first, second] = section
  if (type === card) {
    const [name, payload] = document.cards[Number(first)] ?? []
    return cardOf(text(name), isRecord(payload) ? payload : {}, notes)
  }
  const html = htmlOf(type, first, second, document)
  const { markdown, kept } = htmlToMarkdown(html)
  if (kept[0]) notes.kept(`<${kept[0]}>`)
  return markdown
}

function htmlOf(type: unknown, first: unknown, second: unknown, document: Mobiledoc): string {
  if (type === image) return `<p><img src="${escapeHtml(text(first))}" alt=""></p>`
  const tag = /^(p|h[1-6]|blockquote|aside|ul|ol)$/.test(text(first))
    ? text(first).replace('aside', 'blockquote')
    : 'p'
  if (type === list)
    return `<${tag}>${lists(second)
      .map((entry) => `<li>${inlineOf(lists(entry), document)}</li>`)
      .join('')}</${tag}>`
  return type === markup ? `<${tag}>${inlineOf(lists(second), document)}</${tag}>` : ''
}

/** A marker opens markups, contains a text or an atom, and closes the given number of markups. */
function inlineOf(markers: readonly List[], { markups, atoms }: Mobiledoc): string {
  const open: string[] = []
  let html = ''
  for (const [type, opened, closed, value] of markers) {
    for (const index of Array.isArray(opened) ? opened : []) {
      const [tag, attributes] = markups[Number(index)] ?? []
      const name = /^[a-z]+[0-9]?$/.test(text(tag)) ? text(tag) : 'span'
      html += `<${name}${hrefOf(attributes)}>`
      open.push(name)
    }
    html += type === 0 ? escapeHtml(text(value)) : atomOf(atoms[Number(value)])
    for (let n = 0; n < Number(closed); n++) html += `</${open.pop() ?? 'span'}>`
  }
  return html
}

function hrefOf(attributes: unknown): string {
  const pairs = Array.isArray(attributes) ? attributes : []
  const at = pairs.indexOf('href')
  return at === -1 ? '' : ` href="${escapeHtml(text(pairs[at + 1]))}"`
}

const atomOf = (atom: List | undefined): string =>
  atom?.[0] === 'soft-return' ? '<br>' : escapeHtml(text(atom?.[1]))
