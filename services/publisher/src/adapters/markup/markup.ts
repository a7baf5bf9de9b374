/** Markdown (GFM) to safe HTML. What is checked is the final HTML, whatever Markdown made of the source (D12.11). */
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import GithubSlugger from 'github-slugger'
import { Marked } from 'marked'
import sanitize from 'sanitize-html'
import type { Markup } from '../../core/ports.ts'
import type { Body, Heading } from '../../core/site/site.ts'
import { openUrls, plainText } from './pieces.ts'
import { safeList } from './safe-list.ts'

/** Code points of plain text that are kept for excerpts. */
const textLength = 1200
/** Code points of a task's text that name its box. */
const labelLength = 100
const cachedBodies = 20_000
/** Milliseconds of rendering in one go. */
const stretch = 10

/** Keeps what it rendered by the hash of the source: an unchanged body is never rendered twice. */
export function markedMarkup(): Markup {
  const cache = new Map<string, Body>()
  let since = performance.now()
  return {
    async render(markdown, { allowRawHtml }) {
      const key = createHash('sha256')
        .update(allowRawHtml ? 'raw\n' : 'safe\n')
        .update(markdown)
        .digest('base64')
      const known = cache.get(key)
      if (known) {
        cache.delete(key)
        cache.set(key, known)
        return known
      }
      if (performance.now() - since > stretch) {
        await breathe()
        since = performance.now()
      }
      const body = renderBody(markdown, allowRawHtml)
      cache.set(key, body)
      for (const oldest of cache.keys()) {
        if (cache.size <= cachedBodies) break
        cache.delete(oldest)
      }
      return body
    },
  }
}

function renderBody(markdown: string, allowRawHtml: boolean): Body {
  const headings: Heading[] = []
  const html = toHtml(markdown, headings)
  const safe = allowRawHtml ? html : sanitize(html, safeList)
  const text = plainText(safe)
  const words = text.match(/\S+/g)?.length ?? 0
  return {
    ...openUrls(safe),
    headings,
    text: Array.from(text.slice(0, 2 * textLength))
      .slice(0, textLength)
      .join(''),
    words,
  }
}

/** Collects the headings on the way; each gets an id as on GitHub. */
function toHtml(markdown: string, headings: Heading[]): string {
  const slugger = new GithubSlugger()
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = plainText(sanitize(html, safeList))
        const id = slugger.slug(text) || slugger.slug('section')
        headings.push({ level: depth, text, id })
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
    },
  })
  return marked.parse(markdown, { async: false })
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
