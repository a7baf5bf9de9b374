/**
 * Converts cards of Ghost (Lexical and Mobiledoc). Reports cards without an equivalent; only their text and
 * URLs stay in the body.
 */
import { htmlToMarkdown } from '../../markup/html-to-markdown.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface CardNotes {
  /** Reports HTML that Markdown cannot express. */
  kept(name: string): void
  /** Reports a card without an equivalent. */
  lost(name: string): void
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Markdown of a card by its type: `image`, `codeblock`, `callout`, … */
export function cardOf(type: string, card: Fields, notes: CardNotes): string {
  switch (type) {
    case 'markdown':
    case 'card-markdown':
      return text(card.markdown)
    case 'html':
      return rawHtml(text(card.html), notes)
    case 'codeblock':
    case 'code':
      return fence(text(card.code), text(card.language), text(card.caption))
    case 'horizontalrule':
    case 'hr':
      return '---'
    case 'image':
      return imageOf(card, notes)
    case 'gallery':
      return (Array.isArray(card.images) ? (card.images as Fields[]) : [])
        .map((image) => imageOf(image, notes))
        .join('\n\n')
    default:
      return replaced(type, card, notes)
  }
}

/** Converts a card without an equivalent: only its text and URLs stay. */
function replaced(type: string, card: Fields, notes: CardNotes): string {
  notes.lost(`card ${type}`)
  const metadata = (card.metadata ?? {}) as Fields
  const url = text(card.url) || text(card.src) || text(card.buttonUrl) || text(metadata.url)
  const label =
    text(card.title) ||
    text(metadata.title) ||
    text(card.buttonText) ||
    text(card.fileTitle) ||
    text(card.productTitle) ||
    text(card.heading) ||
    text(card.header)
  const words = [
    card.calloutText,
    card.content,
    card.html,
    card.description,
    card.productDescription,
    card.subheading,
    card.fileCaption,
    card.caption,
  ]
  const parts = words
    .map(text)
    .filter((part) => part !== '')
    .map((part) => converted(part, notes))
  const link = url === '' ? label : `[${(label || url).replace(/([[\]])/g, '\\$1')}](<${url}>)`
  return [link, ...parts].filter((part) => part !== '').join('\n\n')
}

const converted = (html: string, notes: CardNotes): string => {
  const { markdown, kept } = htmlToMarkdown(html)
  if (kept[0]) notes.kept(`<${kept[0]}>`)
  return markdown.trim()
}

function imageOf(card: Fields, notes: CardNotes): string {
  const image = `<img src="${escapeHtml(text(card.src))}" alt="${escapeHtml(text(card.alt))}"${attribute('title', text(card.title))}>`
  const linked = text(card.href) ? `<a href="${escapeHtml(text(card.href))}">${image}</a>` : image
  const caption = text(card.caption)
  return converted(
    caption ? `<figure>${linked}<figcaption>${caption}</figcaption></figure>` : `<p>${linked}</p>`,
    notes,
  )
}

const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${escapeHtml(value)}"`

/** Keeps an HTML card. Removes its empty lines, because an empty line would end the HTML block. */
function rawHtml(html: string, notes: CardNotes): string {
  notes.kept('card html')
  return html.replace(/\n(?:[ \t]*\n)+/g, '\n').trim()
}

function fence(code: string, language: string, caption: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const block = `${ticks}${language}\n${code.replace(/\n$/, '')}\n${ticks}`
  return caption === '' ? block : `${block}\n\n${htmlToMarkdown(caption).markdown.trim()}`
}
