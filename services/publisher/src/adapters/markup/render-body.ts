/** Markdown (GFM) to safe HTML. What is checked is the final HTML, whatever Markdown made of the source (D12.11). */
import GithubSlugger from 'github-slugger'
import { Marked, Renderer } from 'marked'
import sanitize from 'sanitize-html'
import type { Unrenderable } from '../../core/ports.ts'
import type { Heading } from '../../core/site/site.ts'
import { between, type RenderedBody } from './kept-body.ts'
import { openUrls, plainText } from './pieces.ts'
import { type PlainMarkup, plainMarkup } from './plain-markup.ts'
import { safeList } from './safe-list.ts'

/** UTF-16 units of plain text that are kept for excerpts: more than twice the code points of one. */
const textLength = 640
/** Code points of a task's text that name its box. */
const labelLength = 100
/** Headings that are listed; all of them are rendered. */
const headingsListed = 1000
/** UTF-16 units of HTML: a page must have room for it. A few kilobytes of a wide table come to more. */
const htmlLimit = 6_000_000

/** The body, unless its HTML is too long. @throws whatever a parser throws at the end of its stack */
export function renderBody(markdown: string, allowRawHtml: boolean): RenderedBody | Unrenderable {
  const { html, headings } = toHtml(markdown.replaceAll(between, '\ufffd'))
  if (html.length > htmlLimit) return { fault: `its HTML is longer than ${htmlLimit} characters` }
  const { pieces, urls, text } = plainMarkup(html) ?? checked(html, allowRawHtml)
  return {
    facts: {
      urls,
      headings: headings.slice(0, headingsListed),
      text: beginning(text),
      words: countWords(text),
    },
    html: Buffer.from(pieces.join(between)),
  }
}

/** Of a pair of units neither goes without the other. */
function beginning(text: string): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(textLength - 1)) ? textLength - 1 : textLength
  return text.slice(0, end)
}

/** One blank stands between two words. */
function countWords(text: string): number {
  if (text === '') return 0
  let words = 1
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words += 1
  return words
}

function checked(html: string, allowRawHtml: boolean): PlainMarkup {
  const safe = allowRawHtml ? html : sanitize(html, safeList)
  return { ...openUrls(safe), text: plainText(safe) }
}

/** What one body collects on the way; rendering is synchronous, so there is one at most. */
let found: { readonly headings: Heading[]; readonly slugger: GithubSlugger } = { headings: [], slugger: new GithubSlugger() }

/** With the headings; each gets an id as on GitHub. */
function toHtml(markdown: string): { html: string; headings: Heading[] } {
  found = { headings: [], slugger: new GithubSlugger() }
  return { html: marked.parse(markdown, { async: false }), headings: found.headings }
}

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const text = plainMarkup(html)?.text ?? plainText(sanitize(html, safeList))
      const id = found.slugger.slug(text) || found.slugger.slug('section')
      found.headings.push({ level: depth, text, id })
      return `<h${depth} id="${id}">${html}</h${depth}>\n`
    },
    // The box of a task has no label of its own: it is named by the task's text.
    listitem({ tokens, task }) {
      const html = this.parser.parse(tokens)
      if (!task) return `<li>${html}</li>\n`
      const label = escapeAttribute(
        Array.from(plainText(sanitize(html, safeList)).trim())
          .slice(0, labelLength)
          .join(''),
      )
      return `<li>${html.replace('type="checkbox"', (type) => `${type} aria-label="${label}"`)}</li>\n`
    },
    // The attribute `align` that GFM describes is no HTML any more.
    tablecell({ tokens, header, align }) {
      const tag = header ? 'th' : 'td'
      return `<${tag}${align ? ` style="text-align:${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>\n`
    },
    // Empty elements as the sanitizer writes them, so that a body is the same whichever way it went.
    hr: () => '<hr />\n',
    br: () => '<br />',
    image(token) {
      const html = Renderer.prototype.image.call(this, token)
      return html.startsWith('<img') && html.endsWith('>') ? `${html.slice(0, -1)} />` : html
    },
  },
})

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
