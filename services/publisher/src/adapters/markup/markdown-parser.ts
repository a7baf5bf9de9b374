/** marked with GFM, and the few forms that the HTML of bodies has besides. */
import { Marked, Renderer, Tokenizer } from 'marked'
import { plainText } from './plain-text.ts'
import { safeHtml } from './safe-html.ts'

/** Code points of a task's text that name its box. */
const labelLength = 100

export interface MarkdownForms {
  /** Returns the element of a heading with that HTML in it. */
  heading(html: string, depth: number): string
  /** Returns what a piece of the author's own HTML becomes: a block, or one inline tag. */
  html(source: string): string
  /** Whether text in a `<script>` or `<pre>` of running text is escaped like any other; browsers that run scripts need it as it is. */
  escapesAllText(): boolean
}

export const markdownParser = (forms: MarkdownForms): Marked =>
  new Marked({
    gfm: true,
    async: false,
    tokenizer: {
      tag(source) {
        const token = Tokenizer.prototype.tag.call(this, source)
        if (forms.escapesAllText()) this.lexer.state.inRawBlock = false
        return token
      },
    },
    renderer: {
      heading({ tokens, depth }) {
        return forms.heading(this.parser.parseInline(tokens), depth)
      },
      html: ({ text }) => forms.html(text),
      // The box of a task has no label of its own: it is named by the task's text.
      listitem({ tokens, task }) {
        const html = this.parser.parse(tokens)
        if (!task) return `<li>${html}</li>\n`
        const label = escapeAttribute(
          Array.from(plainText(safeHtml(html)).trim())
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
