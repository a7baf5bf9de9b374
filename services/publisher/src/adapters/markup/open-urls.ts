/** Finds URLs in rendered HTML as a browser does. */
import { decodeHTMLAttribute } from 'entities/decode'
import { srcsetParts } from '../../core/reports/links/srcset.ts'
import { tokenize } from './html-tokenizer.ts'

export interface OpenedHtml {
  readonly pieces: string[]
  readonly urls: string[]
}

const addressed = new Set(['href', 'src', 'poster'])

/** Splits the HTML at its URLs, which are resolved later. Puts each URL in double quotes. */
export function openUrls(html: string): OpenedHtml {
  const opener = new UrlOpener(html)
  let [element, attribute, nameEnd, value] = ['', '', 0, '']
  tokenize(
    html,
    {
      onopentagname(start, end) {
        element = html.slice(start, end).toLowerCase()
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
        nameEnd = end
        value = ''
      },
      onattribdata(start, end) {
        value = html.slice(start, end)
      },
      onattribend(quote, end) {
        if (quote <= unquoted && value === '') return
        if (addressed.has(attribute) || (attribute === 'data' && element === 'object'))
          opener.address(nameEnd, value, end)
        else if (attribute === 'srcset') opener.candidates(nameEnd, value, end)
      },
    },
    { decodeEntities: false },
  )
  return opener.end()
}

/**
 * Equals `QuoteType.Unquoted` of htmlparser2, which is loaded only on first use. Attributes without a value
 * have a smaller number.
 */
const unquoted = 1

class UrlOpener {
  readonly #html: string
  readonly #pieces: string[] = []
  readonly #urls: string[] = []
  #copied = 0
  #carried = ''

  constructor(html: string) {
    this.#html = html
  }

  address(from: number, value: string, end: number): void {
    this.#cut(`${this.#html.slice(this.#copied, from)}="`, value)
    this.#carried = '"'
    this.#copied = end
  }

  candidates(from: number, value: string, end: number): void {
    let before = `${this.#html.slice(this.#copied, from)}="`
    for (const { text, isUrl } of srcsetParts(value)) {
      if (isUrl) this.#cut(before, text)
      before = isUrl ? '' : before + text.replaceAll('"', '&quot;')
    }
    this.#carried += `${before}"`
    this.#copied = end
  }

  end(): OpenedHtml {
    this.#pieces.push(this.#carried + this.#html.slice(this.#copied))
    return { pieces: this.#pieces, urls: this.#urls }
  }

  #cut(before: string, url: string): void {
    this.#pieces.push(this.#carried + before)
    this.#urls.push(decodeHTMLAttribute(url))
    this.#carried = ''
  }
}
