/** marked with GFM, and the few forms that the HTML of bodies has besides. */
import { Marked, Renderer } from 'marked'
import { plainText } from './plain-text.ts'
import { safeHtml } from './safe-html.ts'

/** Code points of a task's text that name its box. */
const labelLength = 100

/** `heading` answers the element of a heading with that HTML in it; `raw` is told when the author wrote HTML himself. */
export const markdownParser = (heading: (html: string, depth: number) => string, raw: () => void): Marked =>
  new Marked({
    gfm: true,
    async: false,
    renderer: {
      heading({ tokens, depth }) {
        return heading(this.parser.parseInline(tokens), depth)
      },
      html({ text }) {
        raw()
        return text
      },
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
