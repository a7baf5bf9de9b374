/** Renders inline tokens: escapes text and attributes, checks URLs, reads raw HTML tag by tag. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import type { Token, Tokens } from 'marked'
import { BodyWriter } from './body-writer.ts'
import { isSafeFrame, writeRawHtml } from './raw-html.ts'
import { safeAddress } from './safe-elements.ts'
import { shownCharacters } from './shown-characters.ts'
import { shownHtml } from './shown-html.ts'

export interface BodyOptions {
  readonly allowRawHtml: boolean
  /** True if the body may contain numeric character references such as `&#1;`. */
  readonly namesCharacters: boolean
}

export class InlineRenderer {
  readonly writer = new BodyWriter()
  isRaw = false
  readonly #options: BodyOptions

  constructor(options: BodyOptions) {
    this.#options = options
  }

  write(tokens: readonly Token[] = []): void {
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as Token
      switch (token.type) {
        case 'text':
        case 'escape':
          this.text(token as Tokens.Text)
          break
        case 'strong':
        case 'em':
        case 'del':
          this.writer.open(token.type)
          this.write(token.tokens)
          this.writer.close(token.type)
          break
        case 'codespan':
          this.writer.open('code')
          this.writer.write(token.text)
          this.writer.close('code')
          break
        case 'link':
          this.#link(token as Tokens.Link)
          break
        case 'image':
          this.#image(token as Tokens.Image)
          break
        case 'br':
          this.writer.void('br')
          break
        case 'html': {
          const end = this.#options.allowRawHtml ? at : frameEnd(tokens, at)
          this.html(end === at ? token.text : rawOf(tokens.slice(at, end + 1)))
          at = end
          break
        }
        case 'checkbox':
          break
        default:
          throw new Error(`marked has an unexpected inline token: ${token.type}`)
      }
    }
  }

  #link({ href, title, text, tokens, autolink }: Tokens.Link): void {
    const { writer } = this
    const url = this.#address('a', href, autolink)
    if (url !== undefined) this.#startOfLink(url, title)
    if (autolink) writer.write(text)
    else this.write(tokens)
    if (url !== undefined) writer.close('a')
  }

  #startOfLink(url: string, title: string | null | undefined): void {
    const { writer } = this
    writer.enter('a')
    writer.html += '<a'
    if (url !== '' || this.#options.allowRawHtml) writer.attribute('href', url)
    if (title) writer.attribute('title', this.attribute(title))
    writer.html += '>'
  }

  #image({ href, title, text, tokens }: Tokens.Image): void {
    const { writer } = this
    const alt = tokens ? altOf(tokens) : text
    const url = this.#address('img', href)
    if (url === undefined) {
      writer.write(decodeHTML(this.#shown(markedEscape(alt))))
      return
    }
    writer.html += '<img'
    if (url !== '' || this.#options.allowRawHtml) writer.attribute('src', url)
    writer.attribute('alt', this.attribute(alt))
    if (title) writer.attribute('title', this.attribute(title))
    writer.html += ' />'
  }

  /** Returns undefined for an invalid URL, '' for a forbidden one. */
  #address(element: 'a' | 'img', href: string, encodes = false): string | undefined {
    let url: string
    try {
      url = encodeURI(href).replaceAll('%25', '%')
    } catch {
      return undefined
    }
    if (url.includes('&')) url = this.attribute(url, encodes)
    return this.#options.allowRawHtml ? url : (safeAddress(element, url) ?? '')
  }

  text(token: Tokens.Text): void {
    const { text } = token
    if (token.escaped && token.type === 'text' && this.isRaw) this.writer.html += text
    else
      this.writer.write(text.includes('&') ? decodeHTML(this.#shown(markedEscape(text))) : this.#shown(text))
  }

  attribute(text: string, encodes = false): string {
    if (!text.includes('&')) return this.#shown(text)
    return decodeHTMLAttribute(this.#shown(encodes ? text.replaceAll('&', '&amp;') : markedEscape(text)))
  }

  #shown(html: string): string {
    return this.#options.namesCharacters ? shownCharacters(html, false) : html
  }

  html(source: string): void {
    const { allowRawHtml, namesCharacters } = this.#options
    const html = namesCharacters ? shownCharacters(source, allowRawHtml) : source
    if (allowRawHtml) {
      this.isRaw = true
      this.writer.html += html
    } else writeRawHtml(this.writer, shownHtml(html))
  }
}

/** Escapes an ampersand that does not begin a character reference, as the library `marked` does. */
const markedEscape = (text: string): string =>
  text.replace(/&(?!(?:#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)/g, '&amp;')

const rawOf = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join('')

/**
 * Index of the end tag of the iframe whose start tag is at `start`; `start` if no safe, closed iframe begins
 * there.
 */
function frameEnd(tokens: readonly Token[], start: number): number {
  const tag = tokens[start]?.raw ?? ''
  if (!/^<iframe[\s/>]/i.test(tag) || !isSafeFrame(tag)) return start
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    if (token.type !== 'html') continue
    if (/^<\/iframe[\s/>]/i.test(token.raw)) return at
    if (/^<iframe[\s/>]/i.test(token.raw)) return start
  }
  return start
}

function altOf(tokens: readonly Token[]): string {
  let text = ''
  for (const token of tokens) {
    if (token.type === 'br') text += '\n'
    else if (token.type === 'checkbox') text += token.raw
    else if ('tokens' in token && token.tokens && token.type !== 'text') text += altOf(token.tokens)
    else if ('text' in token) text += token.text
  }
  return text
}
